import { randomUUID } from 'node:crypto'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { Hono } from 'hono'
import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { withRequestOrigin } from '#server/audit/request-origin.ts'
import { ApiError, retryAfterOf } from '../api-error.ts'
import { databaseUnavailable } from '../database-unavailable.ts'
import type { Login } from '../identity/accounts.ts'
import { refuseKeyInAddress } from '../keys/actor-of-key.ts'
import type { RequestLimiter } from '../limits/request-limiter.ts'
import { installation } from '../overview/installation.ts'
import { requestAddress } from '../request-address.ts'
import type { StoresOf } from '../stores.ts'
import type { Context } from './context.ts'
import { mcpRoutes } from './mcp/mcp-routes.ts'
import { neopsRoutes } from './neops/neops-routes.ts'
import { postgripRoutes } from './postgrip/postgrip-routes.ts'
import { recordRefusal } from './request/record-refusal.ts'
import { readJson } from './request/request-body.ts'
import { requireActor } from './request/require-actor.ts'
import { writtenCookie, writtenPosition } from './request/written-cookie.ts'
import { agentRoutes } from './rest/agents.ts'
import { answerError } from './rest/answer-error.ts'
import { auditRoutes } from './rest/audit.ts'
import { connectionRoutes } from './rest/connections.ts'
import { eventRoutes } from './rest/events/event-routes.ts'
import { fileRoutes } from './rest/files.ts'
import { hookRoutes } from './rest/hooks.ts'
import { keyRoutes } from './rest/keys.ts'
import { lockRoutes, resourceRoutes } from './rest/locks.ts'
import { openApiDocument } from './rest/openapi/document.ts'
import { takesNoParameters } from './rest/query.ts'
import { runRoutes } from './rest/runs/runs.ts'
import { signalWithStartRoute } from './rest/runs/signal-with-start.ts'
import { startRunRoute } from './rest/runs/start-run.ts'
import { raiseSignalRoute } from './rest/signals.ts'
import { taskRoutes } from './rest/tasks.ts'
import { variableRoutes } from './rest/variables.ts'
import { webhookRoutes } from './rest/webhooks.ts'
import { workflowRoutes } from './rest/workflows.ts'
import { appRouter } from './router.ts'
import { answerSubscription } from './subscriptions.ts'
import { addressRefusal } from './trpc/address-refusal.ts'
import { asTransportError } from './trpc/transport-error.ts'

export interface AppOptions extends Omit<Context, 'actor' | 'actorNow' | 'login' | 'storesOf' | 'writtenAt'> {
  /**
   * The actor of a request; null for an unauthenticated request. `isActive` is false where a stream asks again by itself:
   * that is no use of the session.
   */
  readonly actorOf: (request: Request, isActive?: boolean) => Actor | null | Promise<Actor | null>
  /** The stores of a request, bound to the owner of its actor. Unset: local mode, where the actor sees every owner. */
  readonly storesOf?: StoresOf | undefined
  /** Finds the owners of webhooks, for all owners. Unset: local mode. */
  readonly hookOwners?: Pool | undefined
  /** Whether clients of neops are answered. */
  readonly neops?: boolean | undefined
  /** Whether agents and clients of PostGrip's SDKs are answered. */
  readonly postgrip?: boolean | undefined
  /** Bounds the requests of each caller. Unset: local mode, where nobody is bounded. */
  readonly requests?: RequestLimiter | undefined
  /** The account of a request. Unset: local mode. */
  readonly loginOf?: ((request: Request) => Promise<Login | null>) | undefined
  /** Receives internal errors, that is, errors that the caller did not cause. */
  readonly onError: (error: unknown) => void
}

/**
 * Every request fails while the database is unreachable, so database errors are logged at most once per this interval.
 */
const TELL_TROUBLE_EVERY_MS = 1_000

let made: ReturnType<typeof openApiDocument> | undefined
/** The document of REST, made at its first request. */
const document = () => {
  made ??= openApiDocument(installation().version)
  return made
}

/** Every route that is not a page: tRPC for the UI, REST for programs, and the liveness check. */
export function createApp({
  actorOf,
  loginOf,
  storesOf,
  hookOwners,
  requests,
  neops = false,
  postgrip = false,
  onError: tell,
  ...services
}: AppOptions): Hono {
  let toldAt = Number.NEGATIVE_INFINITY
  const onError = (error: unknown) => {
    if (databaseUnavailable(error)) {
      if (performance.now() - toldAt < TELL_TROUBLE_EVERY_MS) return
      toldAt = performance.now()
    }
    tell(error)
  }
  /** The actor. Keys that do not exist are counted like requests without a login. */
  const actorOrCounted = async (request: Request): Promise<Actor | null> => {
    try {
      return await actorOf(request)
    } catch (error) {
      await requests?.count(null, requestAddress(request))
      throw error
    }
  }
  const isLogin = services.mode === 'login'
  const contexts = new WeakMap<Request, Context>()
  const contextOf = async (request: Request): Promise<Context> => {
    const known = contexts.get(request)
    if (known && requests) return known
    if (services.mode === 'login') refuseKeyInAddress(request)
    const actor = await actorOrCounted(request)
    const stores = actor && storesOf ? storesOf(actor.ownerId) : services.stores
    const login = loginOf && (() => loginOf(request))
    const actorNow = services.mode === 'login' ? async () => actorOf(request, false) : undefined
    const writtenAt = services.reads ? writtenPosition(request.headers.get('cookie'), isLogin) : null
    const context = { ...services, stores, storesOf, login, actor, actorNow, writtenAt }
    await requests?.count(actor, requestAddress(request))
    contexts.set(request, context)
    return context
  }
  const app = new Hono()

  app.use((c, next) => {
    const requestId = randomUUID()
    // An administrator finds the row of the audit by the id that the caller was told.
    if (services.mode === 'login') c.header('x-request-id', requestId)
    return withRequestOrigin({ address: requestAddress(c.req.raw), requestId }, next)
  })

  app.use(async (c, next) => {
    await next()
    // Responses are private to the caller. `no-transform`: a compressing proxy would buffer an event stream.
    const isStream = c.res.headers.get('content-type')?.startsWith('text/event-stream')
    c.res.headers.set('cache-control', isStream ? 'private, no-store, no-transform' : 'private, no-store')
  })

  const { reads } = services
  if (reads) {
    app.use(async (c, next) => {
      await next()
      const actor = contexts.get(c.req.raw)?.actor
      if (!actor || ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method) || c.res.status >= 400) return
      // The write is done, whatever becomes of this question.
      const position = await reads.wrote(actor.ownerId).catch(() => {
        reads.leaveOut()
        return null
      })
      if (position !== null) c.res.headers.append('set-cookie', writtenCookie(position, isLogin))
    })
  }

  app.get('/healthz', (c) => {
    takesNoParameters(c)
    return c.json({ status: 'ok' })
  })

  app.get('/v1/openapi.json', async (c) => {
    requireActor(await contextOf(c.req.raw), 'me')
    takesNoParameters(c)
    return c.json(document())
  })

  app.all('/api/trpc/*', async (c) => {
    const callContextOf = async (request: Request): Promise<Context> => ({
      ...(await contextOf(request)),
      addressRefusal: addressRefusal(request),
    })
    // A caller with too many requests gets one answer for the whole batch.
    if (requests) await contextOf(c.req.raw)
    const subscribed = await answerSubscription(c.req.raw, callContextOf, onError)
    if (subscribed) return subscribed
    return fetchRequestHandler({
      endpoint: '/api/trpc',
      req: c.req.method === 'POST' ? await readRequest(c.req.raw) : c.req.raw,
      router: appRouter,
      createContext: () =>
        callContextOf(c.req.raw).catch((error) => {
          throw asTransportError(error)
        }),
      maxBatchSize: limits.live.batchedCalls,
      responseMeta: ({ errors }) => {
        const seconds = errors.flatMap(({ cause }) => (cause instanceof ApiError ? (retryAfterOf(cause) ?? []) : []))
        return seconds.length > 0 ? { headers: { 'retry-after': String(Math.max(...seconds)) } } : {}
      },
      onError: ({ error }) => {
        if (error.code === 'INTERNAL_SERVER_ERROR' || error.code === 'SERVICE_UNAVAILABLE')
          onError(error.cause ?? error)
      },
    })
  })

  mountApi(app, contextOf, onError)
  if (neops) app.route('/workflow-execution', neopsRoutes(contextOf))
  if (postgrip) app.route('/api/v1', postgripRoutes(contextOf, onError))
  app.route('/hooks', hookRoutes({ ...services, storesOf, hookOwners }))

  app.notFound((c) =>
    answerError(c, new ApiError('NOT_FOUND', `There is nothing at ${c.req.method} ${c.req.path}.`), onError),
  )
  app.onError(async (error, c) => {
    const context = contexts.get(c.req.raw)
    const target = `${c.req.method} ${c.req.path}`
    if (context) await recordRefusal(context, error, () => ({ action: 'api.request', target }))
    return answerError(c, error, onError)
  })
  return app
}

/** The routes for programs: REST, and MCP, whose tools call REST. */
function mountApi(
  app: Hono,
  contextOf: (request: Request) => Promise<Context>,
  onError: (error: unknown) => void,
): void {
  app.post('/v1/workflows/run', async (c) => startRunRoute(c, await contextOf(c.req.raw)))
  app.post('/v1/workflows/signal-with-start', async (c) => signalWithStartRoute(c, await contextOf(c.req.raw)))
  app.post('/v1/signals', async (c) => raiseSignalRoute(c, await contextOf(c.req.raw)))
  app.route('/v1/workflows', workflowRoutes(contextOf))
  app.route('/v1/workflow-runs', runRoutes(contextOf, onError))
  app.route('/v1/human-tasks', taskRoutes(contextOf))
  app.route('/v1/resources', resourceRoutes(contextOf))
  app.route('/v1/connections', connectionRoutes(contextOf))
  app.route('/v1/variables', variableRoutes(contextOf))
  app.route('/v1/files', fileRoutes(contextOf))
  app.route('/v1/locks', lockRoutes(contextOf))
  app.route('/v1/organizations', webhookRoutes(contextOf))
  app.route('/v1/keys', keyRoutes(contextOf))
  app.route('/v1/agent', agentRoutes(contextOf))
  app.route('/v1/audit', auditRoutes(contextOf, onError))
  app.route('/v1/events', eventRoutes(contextOf, onError))
  app.route(
    '/mcp',
    mcpRoutes(contextOf, async (request) => app.fetch(request)),
  )
}

/** A copy of a tRPC request whose body was read within the size bound and as strict JSON, before tRPC parses it. */
async function readRequest(request: Request): Promise<Request> {
  const body = await readJson(request, limits.live.callBytes)
  return new Request(request.url, {
    method: request.method,
    headers: { ...Object.fromEntries(request.headers), 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: request.signal,
  })
}
