import { createHash, randomUUID } from 'node:crypto'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js'
import { Hono } from 'hono'
import { limits } from '#core/limits.ts'
import { HeddleClient } from '#sdk/client/index.ts'
import { createMcpServer } from '#sdk/mcp/index.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'
import { actAsHeader } from '../../directory/act-as.ts'
import { installation } from '../../overview/installation.ts'
import { addressHeader } from '../../request-address.ts'
import type { Context } from '../context.ts'
import { readJson } from '../request/request-body.ts'
import { requireActor } from '../request/require-actor.ts'
import { takesNoParameters } from '../rest/query.ts'
import { createMcpSessions, type McpSessions } from './sessions.ts'

/** Answers a request of REST within this process. */
type Ask = (request: Request) => Promise<Response>

/**
 * The MCP server by Streamable HTTP, for programs with an API key. A tool sends requests of REST through the whole app
 * with the key of its caller, so permissions, owners, bounds and audit are those of REST.
 */
export function mcpRoutes(contextOf: (request: Request) => Promise<Context>, ask: Ask): Hono {
  const sessions = createMcpSessions()
  const routes = new Hono()
  const begin = async (request: Request) => {
    const context = await contextOf(request)
    const actor = requireActor(context, 'me')
    if (context.mode === 'login' && !actor.key) {
      throw new ApiError('UNAUTHENTICATED', 'MCP needs an API key. Send it as Authorization: Bearer.', 'session')
    }
    return callerOf(actor)
  }

  routes.all('/', async (c) => {
    const request = c.req.raw
    const caller = await begin(request)
    takesNoParameters(c)
    const id = c.req.header('mcp-session-id')
    if (request.method === 'DELETE') return sessionOf(sessions, id, caller).transport.handleRequest(request)
    // The server sends nothing outside of answers, so there is no stream to open by GET.
    if (request.method !== 'POST') throw new ApiError('METHOD_NOT_ALLOWED', 'Send MCP messages by POST.')
    const parsedBody = await readJson(request, limits.live.callBytes)
    const { transport } =
      id === undefined && isInitializeRequest(parsedBody)
        ? await openSession(sessions, caller, clientOf(request, ask))
        : sessionOf(sessions, id, caller)
    return transport.handleRequest(request, { parsedBody })
  })

  return routes
}

/** The identity to which a session is bound: an owner, a person or service, and its key. */
function callerOf({ ownerId, id, principalId = id, key }: Actor): string {
  return createHash('sha256')
    .update(JSON.stringify([ownerId, id, principalId, key?.id ?? null]))
    .digest('hex')
}

function sessionOf(sessions: McpSessions, id: string | undefined, caller: string) {
  if (id === undefined) throw new ApiError('BAD_REQUEST', 'Send the header Mcp-Session-Id, or begin with initialize.')
  const session = sessions.find(id, caller)
  // A client that gets 404 begins a new session.
  if (!session) throw new ApiError('NOT_FOUND', 'This MCP session has ended. Begin a new one with initialize.')
  return session
}

async function openSession(sessions: McpSessions, caller: string, heddle: HeddleClient) {
  const server = createMcpServer(heddle, installation().version)
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => sessions.add(id, { caller, server, transport }),
    onsessionclosed: (id) => sessions.remove(id),
  })
  await server.connect(transport)
  return { transport }
}

/** Headers of a request that tell its caller. */
const callerHeaders = ['authorization', 'cookie', actAsHeader, addressHeader]

/** A client that asks this process as the caller of the request does. */
function clientOf(request: Request, ask: Ask): HeddleClient {
  const own = callerHeaders.flatMap((name) => {
    const value = request.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return new HeddleClient({
    baseUrl: new URL(request.url).origin,
    // The caller is told at once that there are too many requests.
    retries: 0,
    fetch: async (address, init) => {
      const headers = new Headers(init.headers)
      for (const [name, value] of own) headers.set(name, value)
      return ask(new Request(address, { ...init, headers }))
    },
  })
}
