import { createHash } from 'node:crypto'
import type { Json } from '#core/json.ts'

/** A large value as it is stored, apart from the histories in which it occurs. */
export interface Payload {
  /** Of its JSON text, in hexadecimal. */
  readonly sha256: string
  /** Of its JSON text in UTF-8. */
  readonly bytes: number
}

export interface NewPayload extends Payload {
  /** JSON. */
  readonly text: string
}

/**
 * What is known of large objects that this process holds: a value goes through
 * several events and every snapshot of its run, and is measured and hashed once.
 */
const known = new WeakMap<object, Payload>()

export function knownPayload(value: object): Payload | undefined {
  return known.get(value)
}

export function payloadOf(value: Json): NewPayload {
  const text = JSON.stringify(value)
  const payload = { sha256: createHash('sha256').update(text).digest('hex'), bytes: Buffer.byteLength(text) }
  remember(value, payload)
  return { ...payload, text }
}

export function remember(value: Json, payload: Payload): void {
  if (typeof value === 'object' && value !== null) known.set(value, payload)
}

/** Of all of them. */
export function bytesOf(payloads: readonly Payload[] = []): number {
  return payloads.reduce((sum, { bytes }) => sum + bytes, 0)
}
