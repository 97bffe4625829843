import { describe, expect, it } from 'vitest'
import { insideWords, isLarge, oneLine } from './json-size.ts'

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
    const whole = (text: string) => ({ text, isWhole: true })
    const part = (text: string) => ({ text, isWhole: false })
    expect(oneLine({ a: 1, b: [true, null] }, 40)).toEqual(whole('{"a":1,"b":[true,null]}'))
    expect(oneLine({ a: 'x'.repeat(60) }, 40)).toEqual(part('{1 key}'))
    expect(oneLine([1, 2, 3], 4)).toEqual(part('[3 items]'))
    expect(oneLine([100, 200, 300], 4)).toEqual(part('[3 items]'))
    expect(oneLine('a "quoted" word', 40)).toEqual(whole('"a \\"quoted\\" word"'))
    expect(oneLine('x'.repeat(60), 5)).toEqual(part('"xxxxx…"'))
    expect(oneLine(null, 5)).toEqual(whole('null'))
  })

  it('names what is inside', () => {
    expect([insideWords([]), insideWords({ a: 1 }), insideWords(7)]).toEqual(['0 items', '1 key', null])
  })
})
