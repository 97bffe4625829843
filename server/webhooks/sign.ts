import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newSecretText = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

export interface SignedRequest {
  readonly id: string
  /** Seconds since the epoch, by the clock of the database. */
  readonly seconds: number
  readonly body: string
}

/**
 * The headers that sign a request: `x-fabric-signature`, keyed with the bytes of the whole text of the secret, and those
 * of Standard Webhooks, keyed with the bytes that the text encodes. During a rotation each contains two signatures.
 */
export function signatureHeaders({ id, seconds, body }: SignedRequest, secrets: readonly string[]) {
  const fabric = secrets.map((secret) => `v1=${mac(Buffer.from(secret), `${seconds}.${body}`, 'hex')}`)
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${mac(key, `${id}.${seconds}.${body}`, 'base64')}`
  })
  return {
    'x-fabric-signature': [`t=${seconds}`, ...fabric].join(','),
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': standard.join(' '),
  }
}

const mac = (key: Buffer, text: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', key).update(text).digest(encoding)
