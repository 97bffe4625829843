import { pause } from './pause.ts'

export type Auth =
  | { readonly type: 'api-key'; readonly key: string }
  | { readonly type: 'bearer'; readonly token: string }
  /** Asked before every request, for tokens that expire. */
  | (() => string | Promise<string>)

export interface TransportOptions {
  readonly auth?: Auth | undefined
  /** The longest time for one request; streams have none. 30 seconds unless given. */
  readonly timeoutMs?: number | undefined
  /** How often a request with too many before it, or whose answer was lost, is repeated: 3 unless given. */
  readonly retries?: number | undefined
  /** Replaces `fetch`; it is called with an address and options. */
  readonly fetch?: ((address: string, init: RequestInit) => Promise<Response>) | undefined
  /** Aborts every request. */
  readonly signal?: AbortSignal | undefined
}

/** Sends a request; `isStream` ends the bound of time with the headers of the answer. */
export type Send = (request: Request, isStream?: boolean) => Promise<Response>

const TIMEOUT_MS = 30_000
const RETRIES = 3
/** A server that asks for a longer pause is not waited for. */
const LONGEST_PAUSE_MS = 60_000

/**
 * Requests with the key of the caller. 429 and 503 are answered by another attempt after the time of `Retry-After`, and
 * a connection that the server closes before its answer, as with one that was idle for long, by another attempt at once.
 * 503 and a lost connection may mean that an answer was lost, so a change is repeated only if it has an idempotency key.
 */
export function createTransport(options: TransportOptions): Send {
  const { auth, timeoutMs = TIMEOUT_MS, retries = RETRIES, signal } = options
  const send = options.fetch ?? ((address, init) => fetch(address, init))
  return async (request, isStream = false) => {
    const { method, url } = request
    const body = request.body === null ? undefined : await request.text()
    for (let attempt = 1; ; attempt++) {
      const headers = new Headers(request.headers)
      const token = await tokenOf(auth)
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
      const ending = new AbortController()
      const timer = setTimeout(
        () => ending.abort(new DOMException('The request took too long.', 'TimeoutError')),
        timeoutMs,
      )
      const signals = [request.signal, ending.signal, ...(signal ? [signal] : [])]
      try {
        const init = { method, headers, signal: AbortSignal.any(signals), ...(body !== undefined && { body }) }
        const response = await send(url, init).catch((error: unknown) => {
          if (attempt > retries || !isLostConnection(error) || !isRepeatable(request)) throw error
          return null
        })
        if (response === null) continue
        const pauseMs = retryPause(response, attempt)
        if (!mayRepeat(response.status, request) || attempt > retries || pauseMs > LONGEST_PAUSE_MS) {
          return isStream ? response : await whole(response)
        }
        await response.body?.cancel()
        await pause(pauseMs, AbortSignal.any(signals))
      } finally {
        clearTimeout(timer)
      }
    }
  }
}

/** The answer with its body, so that the bound of time holds for all of it. */
async function whole(response: Response): Promise<Response> {
  const { status, statusText, headers } = response
  if (response.body === null || status === 204) return response
  return new Response(await response.arrayBuffer(), { status, statusText, headers })
}

async function tokenOf(auth: Auth | undefined): Promise<string | undefined> {
  if (auth === undefined) return undefined
  if (typeof auth === 'function') return auth()
  return auth.type === 'api-key' ? auth.key : auth.token
}

/** A request with too many before it was not executed. One that got 503 may have been. */
function mayRepeat(status: number, request: Request): boolean {
  return status === 429 || (status === 503 && isRepeatable(request))
}

function isRepeatable({ method, headers }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || headers.has('idempotency-key')
}

const lostConnections: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** The error of a connection that had been open. Node tells its code as the cause; browsers repeat such requests themselves. */
function isLostConnection(error: unknown): boolean {
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: { readonly code?: unknown } }
  return lostConnections.has(cause?.code ?? code)
}

function retryPause({ headers }: Response, attempt: number): number {
  const said = headers.get('retry-after')
  if (said === null) return 1_000 * 2 ** (attempt - 1)
  const seconds = Number(said)
  return Math.max(0, Number.isNaN(seconds) ? Date.parse(said) - Date.now() || 0 : seconds * 1_000)
}
