import { TRPCError } from '@trpc/server'
import { ApiError } from '../../api-error.ts'
import { databaseUnavailable } from '../../database-unavailable.ts'

/** An `ApiError`, or a database error, as the transport's error; any other error unchanged. */
export function asTransportError(error: unknown): unknown {
  const said = error instanceof ApiError ? error : databaseUnavailable(error)
  if (!said) return error
  return new TRPCError({ code: codes[said.status] ?? 'INTERNAL_SERVER_ERROR', message: said.message, cause: said })
}

const codes: Readonly<Record<number, TRPCError['code']>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
}
