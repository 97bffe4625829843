import { createOTP } from '@better-auth/utils/otp'

/** The code that an authenticator app shows now for an `otpauth:` address. */
export function codeOf(uri: string): Promise<string> {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return createOTP(new TextDecoder().decode(Uint8Array.from(bytes))).totp()
}
