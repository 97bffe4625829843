import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { KEY_BYTES, NotAuthentic, open, seal } from './envelope.ts'

const key = randomBytes(KEY_BYTES)
const plain = Buffer.from('a value')
const context = ['acme', 'TOKEN', '1']

describe('an encrypted value (access 14; ASVS 11.3.1, 11.3.2, 11.3.3, 11.3.4)', () => {
  it('is decrypted with its key and for its place', () => {
    expect(open(key, seal(key, plain, context), context)).toEqual(plain)
  })

  it('has another nonce of 96 bits each time', () => {
    const nonces = Array.from({ length: 1_000 }, () => seal(key, plain, context).nonce)
    expect(nonces.every((nonce) => nonce.length === 12)).toBe(true)
    expect(new Set(nonces.map((nonce) => nonce.toString('hex'))).size).toBe(1_000)
  })

  it.each([
    ['another owner', ['other', 'TOKEN', '1']],
    ['another name', ['acme', 'OTHER', '1']],
    ['another version', ['acme', 'TOKEN', '2']],
    ['parts that join to the same text', ['acmeT', 'OKEN', '1']],
    ['fewer parts', ['acme', 'TOKEN1']],
  ])('is not decrypted for %s', (_, other) => {
    expect(() => open(key, seal(key, plain, context), other)).toThrow(NotAuthentic)
  })

  it('is not decrypted with another key, or when a bit of it has changed', () => {
    const sealed = seal(key, plain, context)
    expect(() => open(randomBytes(KEY_BYTES), sealed, context)).toThrow(NotAuthentic)
    for (const part of ['nonce', 'ciphertext'] as const) {
      for (let at = 0; at < sealed[part].length; at += 1) {
        const changed = Buffer.from(sealed[part])
        changed[at] = (changed[at] ?? 0) ^ 1
        expect(() => open(key, { ...sealed, [part]: changed }, context)).toThrow(NotAuthentic)
      }
    }
    expect(() => open(key, { ...sealed, ciphertext: sealed.ciphertext.subarray(1) }, context)).toThrow(NotAuthentic)
    expect(() => open(key, { ...sealed, ciphertext: Buffer.alloc(3) }, context)).toThrow(NotAuthentic)
  })
})
