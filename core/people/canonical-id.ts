import { limits } from '../limits.ts'

/**
 * The one spelling of a person's or group's id: `Ana`, ` ana ` and the same in
 * full-width letters are one person, wherever they were typed.
 */
export const canonicalId = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** Reserved ids: the user at the machine, and the engine itself. */
const taken: ReadonlySet<string> = new Set(['local', 'engine'])
const pattern = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._@+-]*$/u

/** The reason why a canonical id cannot be that of a person or a group; null when it can. */
export function directoryIdFault(id: string): string | null {
  if (id.length > limits.directory.idCharacters) return `At most ${limits.directory.idCharacters} characters.`
  if (!pattern.test(id)) return 'Use letters, digits and . _ @ + - only, starting with a letter or digit.'
  return taken.has(id) ? `“${id}” is reserved. Choose another one.` : null
}
