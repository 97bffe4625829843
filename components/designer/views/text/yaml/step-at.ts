import type { Step } from '#core/definition/definition.ts'
import { innerLists } from '#core/definition/inner-lists.ts'
import type { ParseResult } from '#core/definition/parse.ts'

/** The innermost step whose lines hold an offset of the text, or null between and outside steps. */
export function stepAt(
  { definition, source }: Pick<ParseResult, 'definition' | 'source'>,
  offset: number,
): string | null {
  const among = (steps: readonly Step[]): string | null => {
    const found = steps.find(({ name }) => {
      const range = source.stepRange(name)
      return range !== undefined && range.start <= offset && offset <= range.end
    })
    if (found === undefined) return null
    for (const { steps: inner } of innerLists(found)) {
      const step = among(inner)
      if (step !== null) return step
    }
    return found.name
  }
  return among(definition?.steps ?? [])
}
