import { limits } from '#core/limits.ts'
import { type ParsedExpression, parseExpression } from './parse-expression.ts'

const known = new Map<string, ParsedExpression>()
let characters = 0

/**
 * `parseExpression` for a draft, whose expressions are looked at again after
 * every edit that could change what their names mean: what was read lately is
 * not read again.
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
