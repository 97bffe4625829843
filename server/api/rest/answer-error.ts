import type { Context as HonoContext } from 'hono'
import { limits } from '#core/limits.ts'
import { ApiError, apiErrorStatus } from '../../api-error.ts'
import { databaseTrouble } from '../../database-trouble.ts'
import { isCall, refusedCall } from '../trpc/trpc.ts'

/** `{"error":{"code","message","field"?}}`, and to a call of tRPC what its client shows; what is nobody's fault but ours is logged and says nothing of itself. */
export function answerError(c: HonoContext, error: unknown, onError: (error: unknown) => void): Response {
  if (!(error instanceof ApiError)) onError(error)
  const said =
    error instanceof ApiError
      ? error
      : (databaseTrouble(error) ?? new ApiError('INTERNAL', 'Something went wrong on the server. It has been logged.'))
  const headers = new Headers(c.res.headers)
  if (said.status === apiErrorStatus.UNAVAILABLE) headers.set('retry-after', String(limits.database.retryAfterSeconds))
  if (isCall(c.req.path)) return Response.json(refusedCall(said), { status: said.status, headers })
  return Response.json(
    { error: { code: said.code, message: said.message, ...(said.field !== undefined && { field: said.field }) } },
    { status: said.status, headers },
  )
}
