import type { Context as HonoContext } from 'hono'
import { ApiError, retryAfterOf } from '../../api-error.ts'
import { databaseUnavailable } from '../../database-unavailable.ts'
import { isCall, refusedCall } from '../trpc/trpc.ts'

/**
 * The error response: `{"error":{"code","message","field"?,"run_id"?}}` for REST, and the error format of tRPC's client for a
 * tRPC call. An internal error is logged, and its response contains no details.
 */
export function answerError(c: HonoContext, error: unknown, onError: (error: unknown) => void): Response {
  if (!(error instanceof ApiError)) onError(error)
  const said =
    error instanceof ApiError
      ? error
      : (databaseUnavailable(error) ??
        new ApiError('INTERNAL', 'Something went wrong on the server. It has been logged.'))
  const headers = new Headers(c.res.headers)
  const retryAfter = retryAfterOf(said)
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter))
  if (isCall(c.req.path)) return Response.json(refusedCall(said), { status: said.status, headers })
  const { code, message, field, runId } = said
  const more = { ...(field !== undefined && { field }), ...(runId !== undefined && { run_id: runId }) }
  return Response.json({ error: { code, message, ...more } }, { status: said.status, headers })
}
