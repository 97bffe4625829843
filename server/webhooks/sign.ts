import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newSecretText = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

export interface SignedRequest {
  readonly id: string
  /** Seconds since the epoch, by the clock of the database. */
  readonly seconds: number
  readonly body: string
}

/** The keys of a secret, prepared once for many requests. */
export interface SigningKeys {
  /** Of the bytes of the whole text. */
  readonly fabric: KeyObject
  /** Of the bytes that the text encodes. */
  readonly standard: KeyObject
}

export const signingKeys = (secret: string): SigningKeys => ({
  fabric: createSecretKey(Buffer.from(secret)),
  standard: createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64')),
})

/**
 * The headers that sign a request: `x-fabric-signature`, keyed with the bytes of the whole text of the secret, and those
 * of Standard Webhooks, keyed with the bytes that the text encodes. During a rotation each contains two signatures.
 */
export function signatureHeaders({ id, seconds, body }: SignedRequest, keys: readonly SigningKeys[]) {
  const fabric = keys.map((key) => `v1=${mac(key.fabric, `${seconds}.${body}`, 'hex')}`)
  const standard = keys.map((key) => `v1,${mac(key.standard, `${id}.${seconds}.${body}`, 'base64')}`)
  return {
    'x-fabric-signature': [`t=${seconds}`, ...fabric].join(','),
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': standard.join(' '),
  }
}

const mac = (key: KeyObject, text: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', key).update(text).digest(encoding)
