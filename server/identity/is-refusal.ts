import { ApiError } from '../api-error.ts'

/** Whether a failed attempt has a row in the audit. Attempts beyond the bound have none: a flood must not write. */
export const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.code !== 'TOO_MANY_REQUESTS'
