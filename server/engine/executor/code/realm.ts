import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
import type { WorkflowDefinition, WorkflowOptions } from '#sdk/workflow/definitions.ts'
import type * as host from '#sdk/workflow/host.ts'
import type { DescribedWorkflow, LoadedCode } from './messages.ts'

const sdk = fileURLToPath(import.meta.resolve('#sdk/workflow/index.ts'))
const sdkHost = fileURLToPath(import.meta.resolve('#sdk/workflow/host.ts'))

/**
 * A realm in which bodies run: a context with the globals of ECMAScript alone, in which time and chance are those of the
 * run that is being delivered. All runs of one hash share a realm, one at a time, so its modules and intrinsics are
 * frozen once they are loaded. It keeps code deterministic; it is no boundary for code that is not trusted.
 */
export interface Realm {
  readonly host: typeof host
  /** The workflow of that type; undefined when the code has none. */
  workflow(type: string): WorkflowDefinition | undefined
  /** The exported workflows, and the messages that any module of the code declares. */
  describe(): readonly DescribedWorkflow[]
}

/** Loads the modules of a workflow. Throws when they do not load: their errors name file and line. */
export async function openRealm({ entry, sources }: LoadedCode): Promise<Realm> {
  const options = { codeGeneration: { strings: false, wasm: false } }
  // An ordinary global object, which can be frozen.
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, options)
  const texts = new Map(sources)
  const modules = new Map<string, vm.SourceTextModule>()
  const moduleOf = (file: string): vm.SourceTextModule => {
    const known = modules.get(file)
    if (known !== undefined) return known
    const source = texts.get(file) ?? readSdk(file)
    const module = new vm.SourceTextModule(stripTypeScriptTypes(source), { context, identifier: file })
    modules.set(file, module)
    return module
  }
  const link = (specifier: string, { identifier }: vm.Module) => moduleOf(fileOf(specifier, identifier))
  const load = async (file: string) => {
    const module = moduleOf(file)
    await module.link(link)
    await module.evaluate()
    return module.namespace as Record<string, unknown>
  }
  const realmHost = (await load(sdkHost)) as unknown as typeof host
  realmHost.replaceGlobals(context as never)
  vm.runInContext(freezeIntrinsics, context)
  const exported = Object.entries(await load(entry))
  for (const { namespace } of modules.values()) for (const each of Object.values(namespace)) freeze(each)
  const found = exported.flatMap(([exportName, value]) => (isWorkflow(value) ? [{ exportName, value }] : []))
  const workflows = new Map(found.map(({ value }) => [value.options.type, value]))
  return {
    host: realmHost,
    workflow: (type) => workflows.get(type),
    describe() {
      const declared = realmHost.declaredMessages()
      const named = (kind: string) => declared.filter((each) => each.kind === kind).map(({ name }) => name)
      const messages = { signals: named('signal'), queries: named('query'), updates: named('update') }
      return found.map(({ exportName, value }) => ({ exportName, options: plain(value.options), ...messages }))
    },
  }
}

/** Data of this realm: an author may have put anything into the options. */
function plain(options: WorkflowOptions): WorkflowOptions {
  return JSON.parse(JSON.stringify(options)) as WorkflowOptions
}

function fileOf(specifier: string, from: string): string {
  return specifier === 'heddle/workflow' ? sdk : join(dirname(from), specifier)
}

/** Only the modules of `heddle/workflow` are read here; the modules of the author come with the message. */
function readSdk(file: string): string {
  if (dirname(file) !== dirname(sdk)) throw new Error(`${file} is no module of this workflow.`)
  return readFileSync(file, 'utf8')
}

/**
 * Intrinsics that one run could change for another. Prototypes of objects and errors stay writable where they are
 * shadowed by assignments to their instances, such as `error.name = …`; they take no new members.
 */
const freezeIntrinsics = `
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const value = globalThis[name]
    if ((typeof value !== 'function' && typeof value !== 'object') || value === null || value === globalThis) continue
    const { prototype } = value
    const isShadowed = value === Object || name.endsWith('Error')
    if (prototype) isShadowed ? Object.preventExtensions(prototype) : Object.freeze(prototype)
    Object.freeze(value)
  }
  Object.freeze(globalThis)
`

function isWorkflow(value: unknown): value is WorkflowDefinition {
  return typeof value === 'object' && value !== null && (value as WorkflowDefinition).kind === 'heddle.workflow'
}

function freeze(value: unknown): void {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const part of Object.values(value)) freeze(part)
}
