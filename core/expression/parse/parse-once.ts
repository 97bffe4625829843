import { limits } from '#core/limits.ts'
import { type ParsedExpression, parseExpression } from './parse-expression.ts'

const known = new Map<string, ParsedExpression>()
let characters = 0

/**
 * A cached `parseExpression` for texts that are parsed repeatedly: a draft's expressions, which are checked after every
 * edit that could change the meaning of their names, and expressions that versions of a workflow share.
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
