import { describe, expect, it } from 'vitest'
import { parseStrictJson } from './strict-json.ts'

function check(text: string, field?: string) {
  const result = parseStrictJson(text)
  expect(result.ok).toBe(false)
  if (!result.ok && field !== undefined) expect(result.field).toBe(field)
}

describe('JSON from outside', () => {
  it('reads what JSON.parse reads', () => {
    for (const value of [{ a: [1, { b: '}"]\\' }], c: null }, [], 'x', 1.5, true, { 'a"b': { '': 0 } }]) {
      expect(parseStrictJson(JSON.stringify(value, null, 1))).toEqual({ ok: true, value })
    }
  })

  it('refuses two values for one key, also when one is escaped, and says where', () => {
    check('{"a":1,"a":2}', 'a')
    check('{"input":[{"x":1},{"a" : 1, "\\u0061":2}]}', 'input.1.a')
    expect(parseStrictJson('[{"a":1},{"a":2}]').ok).toBe(true)
  })

  it('refuses __proto__ as a key and takes it as a value', () => {
    check('{"input":{"__proto__":{"admin":true}}}', 'input.__proto__')
    check('{"input":{"__pro\\u0074o__":1}}', 'input.__proto__')
    expect(parseStrictJson('{"a":"__proto__"}').ok).toBe(true)
  })

  it('refuses what the database cannot store', () => {
    check('{"a":"x\\u0000"}', 'a')
    check('{"a":["\\ud800"]}', 'a.0')
  })

  it('refuses numbers that are none once they are read', () => {
    check('{"a":[1,1e400]}', 'a.1')
    check('{"a":-1E+999,"b":1}', 'a')
    check('1e400', '')
    const fits = { a: [1e308, -0.5e-7, 12], b: '1e400', c: 1e-300 }
    expect(parseStrictJson(JSON.stringify(fits))).toEqual({ ok: true, value: fits })
    expect(parseStrictJson('[1e-400]')).toEqual({ ok: true, value: [0] })
  })

  it('refuses 100,000 levels without recursing, a hundred times', () => {
    for (const bracket of ['[', '{"a":']) {
      const text = bracket.repeat(100_000)
      for (let time = 0; time < 100; time += 1) check(text)
    }
  })

  it('refuses broken texts as JSON.parse does', () => {
    for (const text of ['', '{', '{"a"', '{"a":}', '"\\x"', '"', ']', '{"a":1}}', '[1-2]', '[-]', '\u0000']) check(text)
  })
})
