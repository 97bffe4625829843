import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 24

/** A new secret of Standard Webhooks: its bytes in base64 behind a prefix. */
export const newCallSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** The headers by which a receiver knows who has sent a call, as Standard Webhooks 1.0 writes them. */
export function signedHeaders(
  secret: string,
  call: { readonly id: string; readonly at: number; readonly body: string },
) {
  const timestamp = String(Math.floor(call.at / 1000))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${call.id}.${timestamp}.${call.body}`).digest('base64')
  return { 'webhook-id': call.id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
