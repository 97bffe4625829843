import { getTRPCErrorShape, initTRPC, TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Permission } from '#server/access/permissions.ts'
import { workflowScope } from '#server/access/workflow-scope.ts'
import { ApiError, type ApiErrorCode } from '../../api-error.ts'
import type { Context } from '../context.ts'
import { inputError } from '../request/describe-issue.ts'
import { recordRefusal } from '../request/record-refusal.ts'
import { refuseUnfitInput } from '../request/refuse-unfit-input.ts'
import { requireActor } from '../request/require-actor.ts'
import { auditedRequest } from './audited-request.ts'
import { asTransportError } from './transport-error.ts'

/** The error data of a failed call, beside its message. It never contains a stack, SQL or a path of the server. */
export interface ErrorData {
  readonly code: string
  readonly httpStatus: number
  readonly path: string | null
  readonly apiCode: ApiErrorCode
  readonly field: string | null
  readonly errors: readonly { readonly path: string; readonly message: string }[]
}

/** Heartbeat and reconnection settings of subscriptions; `client` is sent to the client. */
export const sse = {
  ping: { enabled: true, intervalMs: limits.live.heartbeatMs },
  client: { reconnectAfterInactivityMs: 2 * limits.live.heartbeatMs + 5_000 },
}

/** What is known of a procedure without calling it. */
export interface ProcedureMeta {
  readonly permission: Permission
}

const trpc = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    sse,
    errorFormatter({ shape, error }) {
      const said = describeError(error)
      const data: ErrorData = {
        code: shape.data.code,
        httpStatus: shape.data.httpStatus,
        path: shape.data.path ?? null,
        apiCode: said.code,
        field: said.field ?? null,
        errors: said.errors,
      }
      return { message: said.message, code: shape.code, data }
    },
  })

export const router = trpc.router

/** Calls of the UI. Code that refuses a call before tRPC sees it answers with `refusedCall`. */
export const isCall = (path: string): boolean => path.startsWith('/api/trpc/')

/**
 * The response to a call that is refused before tRPC sees it, in tRPC's format: tRPC's client shows no other error. One
 * response covers all calls of a batch.
 */
export function refusedCall(refusal: ApiError): {
  readonly error: { readonly message: string; readonly data: ErrorData }
} {
  const error = asTransportError(refusal) as TRPCError
  const about = { path: undefined, type: 'unknown', input: undefined, ctx: undefined } as const
  return { error: getTRPCErrorShape({ config: trpc._config, error, ...about }) }
}

/**
 * A procedure that checks no permission: it converts service errors to the transport's errors, and checks address and
 * input. Use it only where a caller without identity gets an answer.
 */
export const openProcedure = trpc.procedure
  .use(async ({ ctx, path, getRawInput, next }) => {
    const result = await next()
    if (result.ok) return result
    const input = await getRawInput().catch(() => undefined)
    await recordRefusal(ctx, result.error.cause, () => auditedRequest(path, input))
    const said = asTransportError(result.error.cause)
    throw said instanceof TRPCError ? said : result.error
  })
  .use(async ({ ctx, type, getRawInput, next }) => {
    if (ctx.addressRefusal) throw asTransportError(ctx.addressRefusal)
    // A mutation's input came in a body, which was checked when it was read.
    if (type !== 'mutation') refuseUnfitInput(await getRawInput())
    return next()
  })

/** A procedure for actors with the permission. Its context has the actor. */
export const procedure = (permission: Permission) =>
  openProcedure.meta({ permission }).use(({ ctx, next }) => {
    const actor = requireActor(ctx, permission)
    refuseLimitedKey(actor)
    return next({ ctx: { ...ctx, actor } })
  })

/** Procedures serve pages, which show all of an owner: a key that is limited to workflows works with REST only. */
function refuseLimitedKey(actor: Actor): void {
  if (workflowScope(actor) === null) return
  throw new ApiError('FORBIDDEN', 'This API key is limited to workflows. Use the routes under /v1 with it.')
}

function describeError(error: TRPCError): Pick<ApiError, 'code' | 'message' | 'field' | 'errors'> {
  const { cause } = error
  if (cause instanceof ApiError) return cause
  if (cause instanceof ZodError) return inputError(cause)
  const codes: Partial<Record<typeof error.code, ApiErrorCode>> = {
    BAD_REQUEST: 'BAD_REQUEST',
    PARSE_ERROR: 'BAD_REQUEST',
    NOT_FOUND: 'NOT_FOUND',
    METHOD_NOT_SUPPORTED: 'METHOD_NOT_ALLOWED',
    PAYLOAD_TOO_LARGE: 'TOO_LARGE',
    UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  }
  const code = codes[error.code] ?? 'INTERNAL'
  const message = code === 'INTERNAL' ? 'Something went wrong on the server. It has been logged.' : error.message
  return { code, message, field: undefined, errors: [] }
}
