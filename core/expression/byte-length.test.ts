import { describe, expect, it } from 'vitest'
import { byteLength, isLongerThan } from './byte-length.ts'

describe('the length of a text in bytes', () => {
  it.each(['', 'plain', 'größer', '€', '語', '👩‍💻', 'a👋b'])('of %j is what UTF-8 takes', (text) => {
    const bytes = new TextEncoder().encode(text).length
    expect(byteLength(text)).toBe(bytes)
    expect([isLongerThan(bytes - 1, text), isLongerThan(bytes, text), isLongerThan(3 * bytes, text)]).toEqual([
      true,
      false,
      false,
    ])
  })
})
