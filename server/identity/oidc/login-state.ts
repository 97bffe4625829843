import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'

/** What a login by a provider needs on its way back. The browser that began it keeps it in a cookie. */
export interface LoginState {
  readonly provider: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  /** The page to go on to. */
  readonly to: string
  /** The token of an invitation that the login accepts. */
  readonly invite?: string | undefined
  /** The provider was asked to let the person log in anew. */
  readonly fresh?: boolean | undefined
  /** The end of its validity, in milliseconds since 1970. */
  readonly until: number
}

const schema: z.ZodType<LoginState> = z.strictObject({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  to: z.string(),
  invite: z.string().optional(),
  fresh: z.boolean().optional(),
  until: z.number(),
})

const cipher = 'aes-256-gcm'
const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'heddle login state', 32))

/** The state as the value of a cookie: nobody reads it, and nobody else can have made it. */
export function sealState(state: LoginState, secret: string): string {
  const nonce = randomBytes(12)
  const sealing = createCipheriv(cipher, keyOf(secret), nonce)
  const body = Buffer.concat([sealing.update(JSON.stringify(state)), sealing.final()])
  return Buffer.concat([nonce, sealing.getAuthTag(), body]).toString('base64url')
}

/** The state of a cookie; null for what is missing, changed or over. */
export function openState(value: string | null, secret: string, now: number): LoginState | null {
  const bytes = Buffer.from(value ?? '', 'base64url')
  if (bytes.length < 29) return null
  try {
    const opening = createDecipheriv(cipher, keyOf(secret), bytes.subarray(0, 12), { authTagLength: 16 })
    opening.setAuthTag(bytes.subarray(12, 28))
    const text = Buffer.concat([opening.update(bytes.subarray(28)), opening.final()]).toString()
    const state = schema.parse(JSON.parse(text))
    return state.until > now ? state : null
  } catch {
    return null
  }
}
