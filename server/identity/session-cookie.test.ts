import { expect, it } from 'vitest'
import { clearedCookie, sessionCookie } from './session-cookie.ts'

it('is bound to its host by its name wherever TLS is spoken (access 6; ASVS 3.3.3)', () => {
  expect(sessionCookie(true)).toBe('__Host-heddle')
  expect(clearedCookie(sessionCookie(true))).toBe('__Host-heddle=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax')
})
