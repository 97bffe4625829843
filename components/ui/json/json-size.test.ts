import { describe, expect, it } from 'vitest'
import { inOneLine, insideWords, isLarge } from './json-size.ts'

describe('isLarge', () => {
  it('counts values and characters, and ends as soon as it knows', () => {
    expect(isLarge({ a: [1, 2, 3] })).toBe(false)
    expect(isLarge('x'.repeat(50_000))).toBe(true)
    expect(isLarge(Array.from({ length: 3_000 }, () => 0))).toBe(true)
    expect(isLarge({ a: { b: { c: [1] } } }, { values: 3, characters: 100 })).toBe(true)
    expect(isLarge({ ['key'.repeat(9)]: 1 }, { values: 3, characters: 20 })).toBe(true)
  })
})

describe('a value in one line', () => {
  it('is written out when it is short, and only counted when it is not', () => {
    expect(inOneLine({ a: 1, b: [true, null] }, 40)).toBe('{"a":1,"b":[true,null]}')
    expect(inOneLine({ a: 'x'.repeat(60) }, 40)).toBe('{1 key}')
    expect(inOneLine([1, 2, 3], 4)).toBe('[3 items]')
    expect(inOneLine('a "quoted" word', 40)).toBe('"a \\"quoted\\" word"')
    expect(inOneLine('x'.repeat(60), 5)).toBe('"xxxxx…"')
    expect(inOneLine(null, 5)).toBe('null')
  })

  it('names what is inside', () => {
    expect([insideWords([]), insideWords({ a: 1 }), insideWords(7)]).toEqual(['0 items', '1 key', null])
  })
})
