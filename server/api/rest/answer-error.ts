import type { Context as HonoContext } from 'hono'
import { ApiError } from '../../api-error.ts'

/** `{"error":{"code","message","field"?}}`; what is nobody's fault but ours is logged and says nothing of itself. */
export function answerError(c: HonoContext, error: unknown, onError: (error: unknown) => void): Response {
  if (!(error instanceof ApiError)) onError(error)
  const said =
    error instanceof ApiError
      ? error
      : new ApiError('INTERNAL', 'Something went wrong on the server. It has been logged.')
  return Response.json(
    { error: { code: said.code, message: said.message, ...(said.field !== undefined && { field: said.field }) } },
    { status: said.status, headers: c.res.headers },
  )
}
