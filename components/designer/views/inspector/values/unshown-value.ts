import type { ParseResult } from '#core/definition/parse.ts'
import type { Problem } from '#core/definition/problem.ts'

/** Problems whose values are missing from the definition: the field looks empty, or shows its default. */
const leavingOut: ReadonlySet<string> = new Set(['TYPE_WRONG', 'CHOICE_UNKNOWN', 'OUT_OF_RANGE', 'KEY_INVALID'])

const mostCharacters = 60

/** The text of a value that its field cannot show; null where the field shows the value. */
export function unshownValue(
  text: string,
  { source }: Pick<ParseResult, 'source'>,
  { code, path }: Problem,
): string | null {
  const range = leavingOut.has(code) ? source.rangeOf(path) : undefined
  if (range === undefined) return null
  const [line = '', ...others] = text.slice(range.start, range.end).trim().split(/\r?\n/)
  const isCut = line.length > mostCharacters || others.length > 0
  return line === '' ? null : `${line.slice(0, mostCharacters)}${isCut ? '…' : ''}`
}
