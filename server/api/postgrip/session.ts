import { createHash, createPublicKey, verify } from 'node:crypto'
import { ApiError } from '../../api-error.ts'

/** An agent's session: its id, and the API key that its tokens contain; null in local mode. */
export interface Session {
  readonly agentId: string
  readonly key: string | null
}

const PREFIX = 'hpg_'

/** The token of a session, which the SDK sends as its access token and to refresh it. */
export function sessionToken({ agentId, key }: Session): string {
  return `${PREFIX}${Buffer.from(agentId).toString('base64url')}.${key ?? ''}`
}

/** The session of a token; null for a token that is none of a session. */
export function sessionOf(token: string): Session | null {
  if (!token.startsWith(PREFIX)) return null
  const [id = '', ...rest] = token.slice(PREFIX.length).split('.')
  const key = rest.join('.')
  const agentId = Buffer.from(id, 'base64url').toString()
  return agentId === '' ? null : { agentId, key: key === '' ? null : key }
}

/** The request as the API checks it: with the API key of the session, or without a token in local mode. */
export function withKey(request: Request, key: string | null): Request {
  const headers = new Headers(request.headers)
  if (key === null) headers.delete('authorization')
  else headers.set('authorization', `Bearer ${key}`)
  return new Request(request.url, { method: request.method, headers })
}

/** The bearer token of a request. */
export function bearerOf(request: Request): string {
  return /^bearer\s+(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
}

/** How far the clock of an agent may be off. */
const SKEW_SECONDS = 300

/** The bytes that a signature covers. */
export function signedText(request: Request, timestamp: string, body: Uint8Array): Buffer {
  const { pathname, search } = new URL(request.url)
  const digest = createHash('sha256').update(body).digest('base64')
  return Buffer.from(
    ['agent-task-v1', request.method.toUpperCase(), pathname, search.slice(1), timestamp, digest, ''].join('\n'),
  )
}

/** The id of a public key, as signed requests name it. */
export const keyIdOf = (key: Uint8Array) => createHash('sha256').update(key).digest('hex').slice(0, 16)

/** DER of an Ed25519 public key (RFC 8410), before its 32 bytes. */
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** Throws `UNAUTHENTICATED` unless the request is signed with the agent's key, a moment ago. */
export function requireSignature(request: Request, body: Uint8Array, publicKey: string, now = Date.now()): void {
  const header = (name: string) => request.headers.get(`x-agent-signature${name}`) ?? ''
  const timestamp = header('-timestamp')
  const raw = Buffer.from(publicKey, 'base64')
  const isFresh = /^\d{1,12}$/.test(timestamp) && Math.abs(now / 1_000 - Number(timestamp)) <= SKEW_SECONDS
  if (header('-key-id') !== keyIdOf(raw) || !isFresh) {
    throw unsigned('The request is not signed with the key of the session, or its time is more than 5 minutes off.')
  }
  const key = createPublicKey({ key: Buffer.concat([ED25519_SPKI, raw]), format: 'der', type: 'spki' })
  const isGenuine = verify(null, signedText(request, timestamp, body), key, Buffer.from(header(''), 'base64'))
  if (!isGenuine) throw unsigned('The signature does not match the request.')
}

function unsigned(message: string): ApiError {
  return new ApiError('UNAUTHENTICATED', message, 'X-Agent-Signature')
}
