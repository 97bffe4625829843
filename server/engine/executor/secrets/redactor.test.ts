import { describe, expect, it } from 'vitest'
import { encodings, encodingsIn } from '../../../db/testing/canary.ts'
import { redactorOf } from './redactor.ts'

const ascii = 'c4nary/"+Hidden value='
const german = 'Größe-Ähre-7Q2x9'
const of = (value: string, more: Readonly<Record<string, string>> = {}) =>
  redactorOf(new Map(Object.entries({ KEY: value, ...more })))

describe('a redactor', () => {
  describe.each([ascii, german])('of %s', (value) => {
    it.each(Object.entries(encodings))('finds it %s, alone and among other text', (_, encode) => {
      const { text } = of(value)
      const encoded = encode(value)
      expect(text(encoded).replace('.example', '')).toMatch(/^"?\[secret KEY\]"?$/)
      const redacted = text(`before ${encoded} behind`)
      expect(redacted).toContain('[secret KEY]')
      expect(redacted.startsWith('before ')).toBe(true)
      expect(redacted.endsWith(' behind')).toBe(true)
      expect(encodingsIn(redacted, value)).toEqual([])
    })

    it.each([0, 1, 2, 3, 4, 5])('finds it in base64 behind %d other bytes', (bytes) => {
      for (const encoding of ['base64', 'base64url'] as const) {
        const encoded = Buffer.from(`${'u:/?x'.slice(0, bytes)}${value}, and more`).toString(encoding)
        const redacted = of(value).text(encoded)
        expect(redacted).toContain('[secret KEY]')
        const decoded = Buffer.from(redacted.replace('[secret KEY]', ''), 'base64').toString('latin1')
        expect(decoded).not.toContain(value.slice(2, 5))
      }
    })

    it.each<[string, (text: string) => string]>([
      ['with dashes', (text) => [...text].join('-')],
      ['with blanks', (text) => [...text].join(' ')],
      ['on lines of four', (text) => text.replace(/.{4}/gu, '$&\n')],
      ['in base64 on lines', (text) => Buffer.from(text).toString('base64').replace(/.{8}/g, '$&\r\n')],
      ['in hexadecimal with colons', (text) => Buffer.from(text).toString('hex').replace(/../g, '$&:')],
      ['percent-encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
      ['percent-encoded to the last character', (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&')],
      ['in JSON within JSON within an address', (text) => encodeURIComponent(JSON.stringify(JSON.stringify({ text })))],
      ['as a form', (text) => new URLSearchParams({ text }).toString()],
      ['in entities without semicolons', (text) => [...text].map((c) => `&#X${c.charCodeAt(0).toString(16)}`).join('')],
      ['in escapes with braces', (text) => text.replace(/[a-z]/g, (c) => `\\u{${c.charCodeAt(0).toString(16)}}`)],
      ['in mixed letter case', (text) => [...text].map((c, i) => (i % 2 ? c.toUpperCase() : c.toLowerCase())).join('')],
    ])('finds it %s', (_, write) => {
      const redacted = of(value).text(`x ${write(value)} y`)
      expect(redacted).toContain('[secret KEY]')
      expect(redacted.length).toBeLessThan(60)
    })
  })

  it('keeps what stands around it, and what is no secret', () => {
    const { text, json } = of(ascii)
    expect(text(`a ${ascii} b ${ascii.toUpperCase()} c`)).toBe('a [secret KEY] b [secret KEY] c')
    for (const other of [
      '',
      'x',
      'c4nary',
      'Hidden value',
      '100% & more \\ %zz &#; \\u12 \\x',
      '%c3%28%ff&#x110000;',
    ]) {
      expect(text(other)).toBe(other)
    }
    const value = { list: [1, null, true, 'text', { deep: ['x'] }] }
    expect(json(value)).toBe(value)
  })

  it('finds it in keys, lists and numbers', () => {
    const { json } = of(ascii, { PIN: '4821973650' })
    expect(json({ [ascii]: [{ deep: ascii.toLowerCase() }, 4821973650, 7], other: null })).toEqual({
      '[secret KEY]': [{ deep: '[secret KEY]' }, '[secret PIN]', 7],
      other: null,
    })
  })

  it('names the longer one of two that overlap', () => {
    expect(of('hidden-value', { LONG: 'hidden-value-of-more' }).text('a hidden-value-of-more, hidden-value')).toBe(
      'a [secret LONG], [secret KEY]',
    )
  })

  it('finds a short one as it is written, and one of characters that a pattern reads otherwise (ASVS 1.2.9)', () => {
    const { text } = of('aB1', { SIGNS: '?!/ %"' })
    expect(text('x Ab1 y')).toBe('x [secret KEY] y')
    const pattern = of('a.b*c(d|e)[f]\\g$').text
    expect(pattern('x a.b*c(d|e)[f]\\g$ y')).toBe('x [secret KEY] y')
    expect(pattern('axbbcdfg')).toBe('axbbcdfg')
    for (const form of ['?!/ %"', encodeURIComponent('?!/ %"'), JSON.stringify('?!/ %"')]) {
      expect(text(form)).toContain('[secret SIGNS]')
    }
  })

  it('is linear in what it reads, whatever that is', () => {
    const { text } = of(ascii, { OTHER: 'aaaaaaaaaaaaaaaaaaaa' })
    for (const part of ['\\', '%', '%25', '&#', '\\u{', 'a%61', `${ascii} `]) {
      const long = part.repeat(200_000)
      expect(text(long).length).toBeLessThanOrEqual(long.length + 20)
    }
  })

  it('does nothing without secrets', () => {
    const value = { a: 'b' }
    expect(redactorOf(new Map()).json(value)).toBe(value)
    expect(redactorOf(new Map([['EMPTY', '']])).isEmpty).toBe(true)
  })
})
