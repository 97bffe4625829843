import { createHash } from 'node:crypto'
import type { Json } from '#core/json.ts'

/** An offloaded value: stored once, beside the histories that refer to it. */
export interface Payload {
  /** Hash of its JSON text, in hexadecimal. */
  readonly sha256: string
  /** Length of its JSON text in UTF-8. */
  readonly bytes: number
}

export interface NewPayload extends Payload {
  /** JSON; null: a file, which was stored with its upload. */
  readonly text: string | null
}

/** A payload that is a large value. */
export interface ValuePayload extends NewPayload {
  readonly text: string
}

/**
 * The payloads of large objects in this process. A value occurs in several events and in every snapshot of its run; it
 * is measured and hashed once.
 */
const known = new WeakMap<object, Payload>()

export function knownPayload(value: object): Payload | undefined {
  return known.get(value)
}

export function payloadOf(value: Json): ValuePayload {
  const text = JSON.stringify(value)
  const payload = { sha256: createHash('sha256').update(text).digest('hex'), bytes: Buffer.byteLength(text) }
  remember(value, payload)
  return { ...payload, text }
}

export function remember(value: Json, payload: Payload): void {
  if (typeof value === 'object' && value !== null) known.set(value, payload)
}

/** Sum of the bytes of these payloads. */
export function bytesOf(payloads: readonly Payload[] = []): number {
  return payloads.reduce((sum, { bytes }) => sum + bytes, 0)
}
