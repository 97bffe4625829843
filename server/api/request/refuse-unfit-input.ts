import { limits } from '#core/limits.ts'
import { unfitText } from '#core/strict-json.ts'
import { ApiError } from '../../api-error.ts'

/** Checks the input of a call in its URL by the rules that apply to an input in a body. */
export function refuseUnfitInput(value: unknown, path: readonly string[] = []): void {
  const field = path.join('.')
  const message = typeof value === 'string' ? unfitText(value) : null
  if (message !== null) throw new ApiError('BAD_REQUEST', message, field)
  if (typeof value !== 'object' || value === null) return
  if (path.length === limits.run.jsonDepth) {
    throw new ApiError('BAD_REQUEST', `The input is nested deeper than ${limits.run.jsonDepth} levels.`, path[0])
  }
  for (const [key, inner] of Object.entries(value)) {
    refuseUnfitInput(key, path)
    refuseUnfitInput(inner, [...path, key])
  }
}
