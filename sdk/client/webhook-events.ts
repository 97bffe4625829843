import { WebhookSignatureError } from './errors.ts'
import type { CallerState, DomainEvent } from './types.ts'

export interface VerifyOptions {
  /** The greatest age of a delivery, and how far its clock may be ahead. 300 unless given. */
  readonly toleranceSeconds?: number
  /** The present. */
  readonly now?: Date
}

const encoder = new TextEncoder()

/** The header `x-fabric-signature` of a request; some servers keep headers as lists. */
export type SignatureHeader = string | readonly string[] | null | undefined

/**
 * Whether a webhook was signed with the secret, and not too long ago: `t=<unix seconds>,v1=<hex>`, with a second `v1`
 * while a secret is rotated. The body is the text or the bytes that arrived, not parsed. Compares in constant time.
 */
export async function verifyWebhookSignature(
  rawBody: string | Uint8Array,
  signatureHeader: SignatureHeader,
  secret: string,
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<boolean> {
  const parts = String(signatureHeader ?? '')
    .split(',')
    .map((part) => part.trim().split('='))
  const times = parts.filter(([name]) => name === 't').map(([, value = '']) => value)
  const signatures = parts.filter(([name]) => name === 'v1').map(([, value = '']) => bytesOf(value))
  const [time = ''] = times
  if (times.length !== 1 || !/^\d{1,12}$/.test(time) || secret === '') return false
  const seconds = Math.floor(now.getTime() / 1_000)
  if (Math.abs(seconds - Number(time)) > toleranceSeconds) return false
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['verify'])
  const body = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody
  const signed = new Uint8Array([...encoder.encode(`${time}.`), ...body])
  // `verify` compares in constant time; every signature is compared, whichever fits.
  const results = await Promise.all(
    signatures.map((each) => each !== null && crypto.subtle.verify('HMAC', key, each, signed)),
  )
  return results.includes(true)
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[0-9a-f]{64}$/.test(hex)) return null
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/**
 * The event of a webhook whose signature is right. Throws `WebhookSignatureError`: answer 400 to such a request, and do
 * nothing else. `State` is the type of the state that the caller has attached to the run.
 */
export async function constructWebhookEvent<State = CallerState>(
  rawBody: string | Uint8Array,
  signatureHeader: SignatureHeader,
  secret: string,
  options: VerifyOptions = {},
): Promise<DomainEvent<State>> {
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) {
    throw new WebhookSignatureError(
      'Pass the body as it arrived, as a text or bytes: a parsed body has lost its signature.',
    )
  }
  if (!(await verifyWebhookSignature(rawBody, signatureHeader, secret, options))) {
    throw new WebhookSignatureError('The signature of the webhook is missing, wrong or too old.')
  }
  return JSON.parse(typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody)) as DomainEvent<State>
}
