import { limits } from '#core/limits.ts'
import { unfitText } from '#core/strict-json.ts'
import { ApiError } from '../../api-error.ts'

/** The input of a call that stands in its address, and so was in no body: refused for what a body is refused for. */
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
