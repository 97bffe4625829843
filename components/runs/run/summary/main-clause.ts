import type { SentencePart } from '#core/run/sentence/parts.ts'

/**
 * A sentence in two parts: its main clause ends with the first comma or full stop of its own that is followed by a
 * space.
 */
export function mainClause(parts: readonly SentencePart[]): {
  readonly main: readonly SentencePart[]
  readonly rest: readonly SentencePart[]
} {
  for (const [index, part] of parts.entries()) {
    if (typeof part !== 'string') continue
    const end = part.search(/[,.:;](\s|$)/)
    if (end === -1) continue
    const after = part.slice(end + 1)
    const main = [...parts.slice(0, index), part.slice(0, end + 1)]
    return { main, rest: [...(after === '' ? [] : [after]), ...parts.slice(index + 1)] }
  }
  return { main: parts, rest: [] }
}
