import { hash } from 'node:crypto'
import { Agent } from 'undici'
import { AddressRefused } from '#server/engine/executor/http/address-refused.ts'
import { guardedConnect } from '#server/engine/executor/http/guarded-connect.ts'
import { type SignedRequest, type SigningKeys, signatureHeaders } from '../sign.ts'
import { webhookLimits } from '../webhook-limits.ts'
import { type Exchange, exchange } from './exchange.ts'

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
      const bounds = { signal, timeoutMs, bytes: answerBytes }
      return {
        ...answerOf(await exchange(agent, requestOf(request, keys), bounds)),
        durationMs: Math.round(performance.now() - beganAt),
        bodySha256: hash('sha256', request.body, 'hex'),
      }
    },
    close: () => agent.destroy(),
  }
}

/** Redirects are not followed: their target was not checked by the person who set the address. */
function requestOf({ url, kind, ...signed }: PostRequest, keys: readonly SigningKeys[]) {
  const { origin, pathname, search } = new URL(url)
  return {
    origin,
    path: pathname + search,
    method: 'POST' as const,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Heddle-Webhooks',
      'x-fabric-delivery': signed.id,
      'x-fabric-event': kind,
      ...signatureHeaders(signed, keys),
    },
    body: signed.body,
  }
}

function answerOf(found: Exchange): Pick<PostAnswer, 'status' | 'error' | 'isForbidden'> {
  if (found.status === null) {
    const isForbidden = firstOf(found.error) instanceof AddressRefused
    const late = `No complete answer within ${timeoutMs / 1_000} s.`
    return { status: null, error: found.isCutOff ? late : describe(found.error), isForbidden }
  }
  const { status } = found
  if (status >= 200 && status < 300) return { status, error: null, isForbidden: false }
  const said = found.start.slice(0, errorCharacters).replaceAll('\0', '').toWellFormed().trim()
  return { status, error: `The receiver answered ${status}${said === '' ? '.' : `: ${said}`}`, isForbidden: false }
}

/** Several addresses were tried: the first failure says enough. */
const firstOf = (error: unknown): unknown => (error instanceof AggregateError ? error.errors[0] : error)

function describe(error: unknown): string {
  const first = firstOf(error)
  if (first instanceof AddressRefused) return first.message
  const { code, message } = first as { readonly code?: string; readonly message?: string }
  return `The receiver could not be reached (${code ?? message ?? String(first)}).`
}
