import type { ParseResult } from '#core/definition/parse.ts'

/** The step whose lines hold an offset of the text, or null between and outside steps. */
export function stepAt(
  { definition, source }: Pick<ParseResult, 'definition' | 'source'>,
  offset: number,
): string | null {
  for (const { name } of definition?.steps ?? []) {
    const range = source.stepRange(name)
    if (range !== undefined && range.start <= offset && offset <= range.end) return name
  }
  return null
}
