import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { WebhookTrigger } from '#core/definition/trigger.ts'
import { limits } from '#core/limits.ts'

/** A call as it came: names of headers in lower case, the bytes of the body, and when it came in milliseconds. */
export interface HookCall {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly receivedAt: number
}

/** `deliveryId`: the id by which its sender repeats a call; null where there is none. */
export type Verified =
  | { readonly ok: true; readonly deliveryId: string | null }
  | { readonly ok: false; readonly reason: string }

type Verify = (call: HookCall, secrets: readonly string[], trigger: WebhookTrigger) => Verified

const refused = (reason: string): Verified => ({ ok: false, reason })
const WRONG = 'The signature is wrong.'
const OLD = 'The time of the signature is more than five minutes away.'

/** Does the call prove its sender? Compared in constant time, over the bytes of the body, with each secret in force. */
export function verifyCall(trigger: WebhookTrigger, call: HookCall, secrets: readonly string[]): Verified {
  if (trigger.verify !== 'none' && secrets.length === 0) return refused('The webhook has no secret.')
  return schemes[trigger.verify](call, secrets, trigger)
}

const schemes: Readonly<Record<WebhookTrigger['verify'], Verify>> = {
  standard({ headers, body, receivedAt }, secrets) {
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers
    if (!id || !time || !signatures) return refused('It has no signature.')
    if (!isRecent(time, receivedAt)) return refused(OLD)
    const signed = Buffer.concat([Buffer.from(`${id}.${time}.`), body])
    const given = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []))
    const isRight = anyMatch(secrets.map(standardKey), given, (key) => mac(key, signed, 'base64'))
    return isRight ? { ok: true, deliveryId: id } : refused(WRONG)
  },
  github({ headers, body }, secrets) {
    const signature = headers['x-hub-signature-256']
    if (!signature) return refused('It has no signature.')
    const isRight = anyMatch(keysOf(secrets), [signature], (key) => `sha256=${mac(key, body, 'hex')}`)
    return isRight ? { ok: true, deliveryId: headers['x-github-delivery'] ?? bodyId(body) } : refused(WRONG)
  },
  stripe({ headers, body, receivedAt }, secrets) {
    const parts = (headers['stripe-signature'] ?? '').split(',').map((part) => part.trim().split('='))
    const time = parts.find(([name]) => name === 't')?.[1]
    const given = parts.flatMap(([name, value]) => (name === 'v1' && value !== undefined ? [value] : []))
    if (time === undefined || given.length === 0) return refused('It has no signature.')
    if (!isRecent(time, receivedAt)) return refused(OLD)
    const signed = Buffer.concat([Buffer.from(`${time}.`), body])
    const isRight = anyMatch(keysOf(secrets), given, (key) => mac(key, signed, 'hex'))
    return isRight ? { ok: true, deliveryId: bodyId(body) } : refused(WRONG)
  },
  hmac({ headers, body }, secrets, trigger) {
    const {
      signature_header: header = '',
      signature_prefix: prefix = '',
      signature_encoding: encoding = 'hex',
    } = trigger
    const signature = headers[header.toLowerCase()]
    if (signature === undefined) return refused(`It has no header ${header}.`)
    const isRight = anyMatch(keysOf(secrets), [signature], (key) => prefix + mac(key, body, encoding))
    return isRight ? { ok: true, deliveryId: ownId(headers) ?? bodyId(body) } : refused(WRONG)
  },
  bearer({ headers }, secrets) {
    const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
    if (given === undefined) return refused('It has no bearer token.')
    const isRight = anyMatch(keysOf(secrets), [given], (key) => key.toString())
    return isRight ? { ok: true, deliveryId: ownId(headers) } : refused('The bearer token is wrong.')
  },
  none: ({ headers }) => ({ ok: true, deliveryId: ownId(headers) }),
}

/** An id that a sender without a scheme of its own may send. */
const ownId = (headers: HookCall['headers']) => headers['idempotency-key'] ?? headers['webhook-id'] ?? null

/** The id of a delivery that has none: a signed body that comes again is the same delivery. */
const bodyId = (body: Buffer) => `sha256:${createHash('sha256').update(body).digest('hex')}`
export const isBodyId = (deliveryId: string): boolean => deliveryId.startsWith('sha256:')

const keysOf = (secrets: readonly string[]) => secrets.map((secret) => Buffer.from(secret))

/** Standard Webhooks write a secret as `whsec_` and base64. */
const standardKey = (secret: string) =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret)

const mac = (key: Buffer, data: Buffer, encoding: 'hex' | 'base64') =>
  createHmac('sha256', key).update(data).digest(encoding)

/** Whether one of the given texts is what one of the keys makes. All of them are compared, each by equal digests. */
function anyMatch(keys: readonly Buffer[], given: readonly string[], make: (key: Buffer) => string): boolean {
  let isRight = false
  for (const key of keys) {
    const expected = digest(make(key))
    for (const one of given.slice(0, MOST_SIGNATURES)) isRight = timingSafeEqual(expected, digest(one)) || isRight
  }
  return isRight
}

const MOST_SIGNATURES = 10
const digest = (text: string) => createHash('sha256').update(text).digest()

function isRecent(seconds: string, now: number): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(now - Number(seconds) * 1000) <= limits.triggers.signedForMs
}
