import type { Json } from '#core/json.ts'
import { parseStrictJson } from '#core/strict-json.ts'
import { ApiError } from '../../api-error.ts'

/** The JSON of a body, or the reason why it is none. An empty body is `{}`. */
export function jsonOfCall(bytes: Buffer): Json | ApiError {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new ApiError('BAD_REQUEST', 'The body is not UTF-8.', 'body')
  }
  if (text.trim() === '') return {}
  const parsed = parseStrictJson(text)
  return parsed.ok ? parsed.value : new ApiError('BAD_REQUEST', parsed.message, 'body')
}
