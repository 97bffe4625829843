import { limits } from '#core/limits.ts'
import type { RefusalCode } from '#core/run/command.ts'

/** API error codes other than a run's own refusals, with their HTTP status. */
export const apiErrorStatus = {
  BAD_REQUEST: 400,
  URL_INVALID: 400,
  KEYS_EXCLUSIVE: 400,
  OUT_OF_RANGE: 400,
  CHOICE_UNKNOWN: 400,
  INVALID_CURSOR: 400,
  INVALID_INPUT: 422,
  INVALID_DEFINITION: 422,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  NAME_TAKEN: 409,
  NOT_HELD: 409,
  TOO_MANY: 409,
  NOT_PUBLISHED: 409,
  ARCHIVED: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  WORKFLOW_ID_IN_USE: 409,
  INVALID_TRANSITION: 409,
  AMBIGUOUS_WAIT: 409,
  AMBIGUOUS_STEP: 409,
  NO_SUCH_WAIT: 409,
  ALREADY_APPROVED: 409,
  NOT_MANUAL: 409,
  STALE: 409,
  STEP_NOT_FOUND: 422,
  QUERY_NOT_REGISTERED: 404,
  QUERY_MUST_NOT_SCHEDULE: 422,
  QUERY_FAILED: 422,
  QUERY_TIMEOUT: 504,
  NO_AGENT: 503,
  NOT_LEASED: 409,
  STALE_HISTORY: 409,
  TERMINAL: 409,
  AGENT_REMOVED: 410,
  UPDATE_NOT_REGISTERED: 404,
  UPDATE_REJECTED: 422,
  NOT_ENTITLED: 403,
  LOGIN_TOO_OLD: 403,
  SECOND_FACTOR_NEEDED: 403,
  ADDRESS_FORBIDDEN: 403,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  QUOTA_EXCEEDED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const satisfies Record<RefusalCode, number> & Record<string, number>

export type ApiErrorCode = keyof typeof apiErrorStatus

/** An error response to a caller: a code from a closed set, a sentence that tells what to do, and the field, if any. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly field: string | undefined
  /** All errors with their paths, for forms that show each error at its field. */
  readonly errors: readonly { readonly path: string; readonly message: string }[]
  /** The time after which the same request may succeed, as `Retry-After`. */
  retryAfterSeconds: number | undefined
  /** The run because of which the request is refused. */
  runId: string | undefined

  constructor(
    code: ApiErrorCode,
    message: string,
    field?: string,
    errors: readonly { readonly path: string; readonly message: string }[] = [],
  ) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.field = field
    this.errors = errors
  }

  get status(): number {
    return apiErrorStatus[this.code]
  }
}

/** The refusal of a request that came too often. */
export function tooManyRequests(message: string, retryAfterSeconds: number): ApiError {
  return Object.assign(new ApiError('TOO_MANY_REQUESTS', message), { retryAfterSeconds })
}

/** The refusal of what is beyond the quota of an owner. */
export function quotaExceeded(message: string, retryAfterSeconds: number): ApiError {
  return Object.assign(new ApiError('QUOTA_EXCEEDED', message), { retryAfterSeconds })
}

/** The seconds of `Retry-After` in the response to an error; undefined for none. */
export function retryAfterOf({ code, retryAfterSeconds }: ApiError): number | undefined {
  return retryAfterSeconds ?? (code === 'UNAVAILABLE' ? limits.database.retryAfterSeconds : undefined)
}
