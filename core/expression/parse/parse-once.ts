import { limits } from '#core/limits.ts'
import { type ParsedExpression, parseExpression } from './parse-expression.ts'

const known = new Map<string, ParsedExpression>()
let characters = 0

/**
 * `parseExpression` where the same text comes again and again: in a draft, whose
 * expressions are looked at after every edit that could change what their names
 * mean, and in the versions of a workflow, most of which have it in common. What
 * was read lately is not read again.
 */
export function parseOnce(source: string): ParsedExpression {
  const found = known.get(source)
  if (found !== undefined) return found
  characters += source.length
  if (characters > limits.expression.rememberedCharacters) {
    known.clear()
    characters = source.length
  }
  const parsed = parseExpression(source)
  known.set(source, parsed)
  return parsed
}
