import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText, shortened } from './clean-text.ts'

const strange = fc.string({ unit: 'binary' })

test('a clean text has no NUL and no half of a pair, and cleaning it again changes nothing', () => {
  expect(cleanText('a\u0000b\ud800c')).toBe('a\ufffdb\ufffdc')
  fc.assert(
    fc.property(strange, (text) => {
      const clean = cleanText(text)
      expect(clean.isWellFormed() && !clean.includes('\u0000')).toBe(true)
      expect(clean.length).toBe(text.length)
      expect(cleanText(clean)).toBe(clean)
    }),
  )
})

test('a text that is cut within a pair is clean as well', () => {
  expect(shortened('abc', 3)).toBe('abc')
  expect(shortened('abcd', 3)).toBe('ab…')
  expect(shortened('a😀bc', 3)).toBe('a\ufffd…')
})
