import { expect, it } from 'vitest'
import { lookCookie, readLook } from './look-cookie.ts'

it('over TLS a choice of looks is bound to its host, and sent over TLS alone (ASVS 3.3.1, 3.3.2, 3.3.3)', () => {
  expect(lookCookie('heddle-theme', 'dark', true)).toBe(
    '__Host-heddle-theme=dark; path=/; max-age=31536000; samesite=lax; secure',
  )
  expect(lookCookie('heddle-theme', 'dark', false)).toBe('heddle-theme=dark; path=/; max-age=31536000; samesite=lax')
})

it('a choice is read with TLS and without', () => {
  const of = (values: Record<string, string>) => ({
    get: (name: string) => (values[name] === undefined ? undefined : { value: values[name] }),
  })
  expect(readLook(of({ 'heddle-theme': 'dark' }), 'heddle-theme')).toBe('dark')
  expect(readLook(of({ 'heddle-theme': 'dark', '__Host-heddle-theme': 'light' }), 'heddle-theme')).toBe('light')
  expect(readLook(of({}), 'heddle-theme')).toBeUndefined()
})
