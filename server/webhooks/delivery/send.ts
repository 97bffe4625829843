import { createHash } from 'node:crypto'
import { Agent } from 'undici'
import { AddressRefused } from '#server/engine/executor/http/address-refused.ts'
import { guardedConnect } from '#server/engine/executor/http/guarded-connect.ts'
import { type SignedRequest, type SigningKeys, signatureHeaders } from '../sign.ts'
import { webhookLimits } from '../webhook-limits.ts'

const { timeoutMs, answerBytes, lanesAtOnce, errorCharacters } = webhookLimits

export interface PostRequest extends SignedRequest {
  readonly url: string
  readonly kind: string
}

export interface PostAnswer {
  /** Null: there was no answer. */
  readonly status: number | null
  /** Null for a 2xx answer. */
  readonly error: string | null
  /** The guard has refused the address: no other attempt will reach it. */
  readonly isForbidden: boolean
  readonly durationMs: number
  readonly bodySha256: string
}

/** The client of webhooks. Sockets are opened by the guard of HTTP steps: only public and allowed addresses. */
export interface WebhookClient {
  post(request: PostRequest, keys: readonly SigningKeys[], signal: AbortSignal): Promise<PostAnswer>
  close(): Promise<void>
}

export function createWebhookClient(allow: readonly string[], log: (line: string) => void): WebhookClient {
  const agent = new Agent({
    connect: guardedConnect({ allow, connectMs: timeoutMs, log }),
    connections: lanesAtOnce,
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  return {
    async post(request, keys, signal) {
      const beganAt = performance.now()
      const ending = new AbortController()
      const end = () => ending.abort()
      const timer = setTimeout(end, timeoutMs)
      signal.addEventListener('abort', end)
      const answer = await post(agent, request, keys, ending.signal)
      signal.removeEventListener('abort', end)
      clearTimeout(timer)
      return {
        ...answer,
        durationMs: Math.round(performance.now() - beganAt),
        bodySha256: createHash('sha256').update(request.body).digest('hex'),
      }
    },
    close: () => agent.destroy(),
  }
}

/** Redirects are not followed: their target was not checked by the person who set the address. */
async function post(
  agent: Agent,
  { url, kind, ...signed }: PostRequest,
  keys: readonly SigningKeys[],
  signal: AbortSignal,
): Promise<Pick<PostAnswer, 'status' | 'error' | 'isForbidden'>> {
  const { origin, pathname, search } = new URL(url)
  try {
    const { statusCode, body } = await agent.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Heddle-Webhooks',
        'x-fabric-delivery': signed.id,
        'x-fabric-event': kind,
        ...signatureHeaders(signed, keys),
      },
      body: signed.body,
      signal,
    })
    // The status decides, whatever becomes of the rest of the answer.
    if (statusCode >= 200 && statusCode < 300) {
      await body.dump({ limit: answerBytes }).catch(() => undefined)
      return { status: statusCode, error: null, isForbidden: false }
    }
    const said = await readStart(body).catch(() => '')
    const error = `The receiver answered ${statusCode}${said === '' ? '.' : `: ${said}`}`
    return { status: statusCode, error, isForbidden: false }
  } catch (error) {
    const isForbidden = firstOf(error) instanceof AddressRefused
    const late = `No complete answer within ${timeoutMs / 1_000} s.`
    return { status: null, error: signal.aborted ? late : describe(error), isForbidden }
  }
}

/** The beginning of an answer as text; the rest is not read. */
async function readStart(body: AsyncIterable<Uint8Array> & { destroy(): unknown }): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body) {
    parts.push(part)
    bytes += part.length
    if (bytes >= answerBytes) break
  }
  const text = Buffer.concat(parts).toString().slice(0, errorCharacters).replaceAll('\0', '')
  return text.toWellFormed().trim()
}

/** Several addresses were tried: the first failure says enough. */
const firstOf = (error: unknown): unknown => (error instanceof AggregateError ? error.errors[0] : error)

function describe(error: unknown): string {
  const first = firstOf(error)
  if (first instanceof AddressRefused) return first.message
  const { code, message } = first as { readonly code?: string; readonly message?: string }
  return `The receiver could not be reached (${code ?? message ?? String(first)}).`
}
