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
    check('{"a":[1,{"b\\u0000":2}]}', 'a.1')
    check('{"\\u0000":2}', '')
  })

  it('refuses numbers that are none once they are read', () => {
    check('{"a":[1,1e400]}', 'a.1')
    check('{"a":-1E+999,"b":1}', 'a')
    check('1e400', '')
    const fits = { a: [1e308, -0.5e-7, 12], b: '1e400', c: 1e-300 }
    expect(parseStrictJson(JSON.stringify(fits))).toEqual({ ok: true, value: fits })
    check('[1e-400]', '0')
  })

  it('refuses numbers that would become others, names the field and says what to do', () => {
    check('{"input":{"orders":[1,{"id":9007199254740993}]}}', 'input.orders.1.id')
    check('{"a":-12345678901234567890}', 'a')
    check('9007199254740993', '')
    expect(parseStrictJson('{"order": 9007199254740993}')).toEqual({
      ok: false,
      field: 'order',
      message:
        'The number 9007199254740993 has too many digits and would become 9007199254740992. Send it as a string, in quotes.',
    })
    const long = parseStrictJson(`[${'1'.repeat(300)}]`)
    expect(!long.ok && long.message).toContain(
      `The number ${'1'.repeat(40)}… has too many digits and would become 1.11`,
    )
    const kept = { a: 9007199254740991, b: '9007199254740993', c9007199254740993: [0.1, 2 ** 60] }
    expect(parseStrictJson(JSON.stringify(kept))).toEqual({ ok: true, value: kept })
  })

  it('refuses 100,000 levels without recursing, a hundred times', () => {
    for (const bracket of ['[', '{"a":']) {
      const text = bracket.repeat(100_000)
      for (let time = 0; time < 100; time += 1) check(text)
    }
  })

  it('refuses broken texts as JSON.parse does', () => {
    for (const text of ['', '{', '{"a"', '{"a":}', '"\\x"', '"', ']', '{"a":1}}', '[1-2]', '[-]', '1,2', '\u0000'])
      check(text)
  })
})
