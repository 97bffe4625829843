/** What a host of bodies uses of a realm; bodies do not import it. */
export { enter, findInstance } from './current.ts'
export { declaredMessages } from './definitions.ts'
export { Instance, type InstanceStart, type ScopeStorage } from './instance.ts'
export { replaceGlobals } from './replace-globals.ts'
