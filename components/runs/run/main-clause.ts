import type { Part } from '#core/run/sentence/parts.ts'

/** A sentence in two: its main clause ends with the first comma or full stop of its own that is followed by a space. */
export function mainClause(parts: readonly Part[]): { readonly main: readonly Part[]; readonly rest: readonly Part[] } {
  for (const [place, part] of parts.entries()) {
    if (typeof part !== 'string') continue
    const end = part.search(/[,.:;](\s|$)/)
    if (end === -1) continue
    const after = part.slice(end + 1)
    const main = [...parts.slice(0, place), part.slice(0, end + 1)]
    return { main, rest: [...(after === '' ? [] : [after]), ...parts.slice(place + 1)] }
  }
  return { main: parts, rest: [] }
}

/** A part of a sentence with the punctuation behind it, which must not begin a line. */
export interface Piece {
  readonly part: Part
  readonly mark: string
}

/** What is named keeps the punctuation that follows: a line may break before and behind a button, whatever comes next. */
export function pieces(parts: readonly Part[]): readonly Piece[] {
  let taken = 0
  return parts.map((part, place) => {
    const own = typeof part === 'string' ? part.slice(taken) : part
    const next = parts[place + 1]
    const mark = typeof part !== 'string' && typeof next === 'string' ? (/^[,.:;!?)’]+/.exec(next)?.[0] ?? '') : ''
    taken = mark.length
    return { part: own, mark }
  })
}
