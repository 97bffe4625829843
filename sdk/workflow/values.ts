import type { Json } from '#core/json.ts'
import { ApplicationFailure } from './failures.ts'

/** A value as JSON: undefined becomes null. Throws `NOT_JSON` for what has no JSON, such as a cycle or a bigint. */
export function toJson(value: unknown, what: string): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ApplicationFailure(`${what} must be JSON: ${why}`, { type: 'NOT_JSON', retryable: false })
  }
  return text === undefined ? null : (JSON.parse(text) as Json)
}

/**
 * The arguments of a call: the elements of a list, or the one value. `isInput`: an object of the form `{args: […]}` holds
 * the arguments.
 */
export function argsOf(value: Json, isInput = false): readonly Json[] {
  if (Array.isArray(value)) return value as readonly Json[]
  if (isInput && typeof value === 'object' && value !== null) {
    const { args, ...others } = value as { readonly args?: Json }
    if (Array.isArray(args) && Object.keys(others).length === 0) return args as readonly Json[]
  }
  return value === null ? [] : [value]
}
