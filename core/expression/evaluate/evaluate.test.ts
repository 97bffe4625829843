import { describe, expect, test } from 'vitest'
import type { Json } from '#core/json.ts'
import { parseExpression } from '../parse/parse-expression.ts'
import { type Evaluation, evaluate, evaluateCondition, type Scope } from './evaluate.ts'

const scope: Scope = {
  input: {
    amount: 1200,
    customer: 'Ana',
    items: [
      { sku: 'A', n: 2 },
      { sku: 'HAZMAT', n: 1 },
    ],
    'a-b': 1,
    constructor: 'x',
  },
  state: {
    risk_score: 80,
    seven: 7,
    zero: 0,
    name: 'Zoë 😀',
    none: null,
    approved: true,
    list: [1, 2, 3],
    text: 'false',
    nested: { a: { b: 1 } },
  },
  steps: { Check: { output: { ok: true } }, 'a-b': { output: 5, http: { status: 200 } } },
  run: { id: 'r1' },
}

function parsed(source: string) {
  const result = parseExpression(source)
  if (!result.ok) throw new Error(`${source}: ${result.message}`)
  return result.expression
}

const run = (source: string, extra: Partial<Scope> = {}): Evaluation => evaluate(parsed(source), { ...scope, ...extra })

function gives(source: string, value: Json, extra: Partial<Scope> = {}): void {
  expect({ source, ...run(source, extra) }).toEqual({ source, ok: true, value })
}

function fails(source: string, code: string, message?: string | RegExp, extra: Partial<Scope> = {}): void {
  const result = run(source, extra)
  expect({ source, ...result }).toMatchObject({ source, ok: false, code })
  if (message && !result.ok) expect(result.message).toMatch(message)
}

describe('names', () => {
  test('the roots, fields and indexes are read by own keys', () => {
    gives('input.amount', 1200)
    gives('input["a-b"]', 1)
    gives('steps.Check.output.ok', true)
    gives('steps["a-b"].output', 5)
    gives('steps["a-b"].http.status', 200)
    gives('run.id', 'r1')
    gives('input.constructor', 'x')
    gives('state.nested.a.b', 1)
  })

  test('a bare name is a field of state, and further names come before it', () => {
    gives('risk_score', 80)
    gives('seven', 1, { names: { seven: 1 } })
    gives('seven', 7, { names: { other: 1 } })
    fails('risk_scor', 'NAME_NOT_FOUND', 'Did you mean `risk_score`?')
    fails('foo', 'NAME_NOT_FOUND', 'There is no `foo`', { state: null })
  })

  test('item and index exist where a step goes over a list', () => {
    gives('item.n + index', 3, { item: { n: 2 }, index: 1 })
    fails('item', 'NAME_NOT_FOUND', 'only available inside a step that iterates over a list')
  })

  test('a loop variable hides every other name', () => {
    gives('[1, 2].map(state, state + 1)', [2, 3])
    gives('[1].map(x, [2].map(y, x + y))', [[3]])
    gives('[1].map(x, [2].map(x, x))', [[2]])
  })

  test('what is missing is an error that says what is there', () => {
    fails('state.risk_scor', 'FIELD_NOT_FOUND', '`state` has no field `risk_scor`. Did you mean `risk_score`?')
    fails('state.zzz', 'FIELD_NOT_FOUND', 'guard with `has(…)`')
    fails('state.none.x', 'WRONG_TYPE', '`state.none` is null')
    fails('state.list.x', 'WRONG_TYPE', 'Take one element with `[0]`')
    fails('state.seven.x', 'WRONG_TYPE', '`state.seven` is a number')
    fails('[1].x', 'WRONG_TYPE', 'This value is a list')
    fails('[1][0].y.z', 'WRONG_TYPE', 'This value is a number')
    fails('{"a": {"b": 1}}.a.c', 'FIELD_NOT_FOUND', 'This value has no field')
  })

  test('the failing part of the source is named by its range', () => {
    expect(run('1 + state.nope')).toMatchObject({ range: { start: 4, end: 14 } })
    expect(run('true && (state.seven == 1 || state.nope)')).toMatchObject({ range: { start: 29, end: 39 } })
  })

  test('has() tells whether the last part is there', () => {
    gives('has(state.seven)', true)
    gives('has(state.nope)', false)
    gives('has(state.none)', true)
    gives('has(state.none.x)', false)
    gives('has(steps["a-b"])', true)
    gives('has(steps["c-d"])', false)
    gives('has(state.list[1])', true)
    gives('has(state.list[5])', false)
    gives('has(state.none["x"])', false)
    gives('has(seven)', true)
    gives('has(nope)', false)
    gives('has(item)', false)
    fails('has(state.seven.x)', 'WRONG_TYPE')
    fails('has(state.nope.x)', 'FIELD_NOT_FOUND')
    fails('has(state.seven[0])', 'WRONG_TYPE')
    fails('has(state.list[state.nope])', 'FIELD_NOT_FOUND')
    fails('has(state.nope[0])', 'FIELD_NOT_FOUND')
  })
})

describe('indexes', () => {
  test('lists take whole numbers of either kind, maps texts', () => {
    gives('state.list[0]', 1)
    gives('state.list[state.seven - 5]', 3)
    gives('state.list[state.list.size() - 1]', 3)
    gives('{"a": 1}["a"]', 1)
  })
  test('anything else is an error', () => {
    fails('state.list[3]', 'INDEX_OUT_OF_RANGE', '`state.list` has 3 elements')
    fails('state.list[-1]', 'INDEX_OUT_OF_RANGE')
    fails('state.list[0.5]', 'WRONG_TYPE', 'whole number')
    fails('state.list["a"]', 'WRONG_TYPE')
    fails('state[0]', 'WRONG_TYPE', 'is a map')
    fails('state["nope"]', 'FIELD_NOT_FOUND')
    fails('state.seven[0]', 'WRONG_TYPE', 'has no elements')
    fails('state.none[0]', 'WRONG_TYPE', '`state.none` is null')
    fails('state.nope[0]', 'FIELD_NOT_FOUND')
    fails('state.list[nope]', 'NAME_NOT_FOUND')
  })
})

describe('numbers', () => {
  test('numbers of the data are doubles and go with whole literals', () => {
    gives('state.seven + 1', 8)
    gives('1 + state.seven', 8)
    gives('state.seven - 1', 6)
    gives('state.seven * 2', 14)
    gives('state.seven / 2', 3.5)
    gives('state.seven % 4', 3)
    gives('state.seven / 2.0 + 1u', 4.5)
    gives('state.risk_score >= 75', true)
    gives('state.seven == 7', true)
    gives('state.seven != 7u', false)
    gives('7 in [state.seven]', true)
    gives('state.list.size() > 2 ? 1 : 0', 1)
    gives('-state.seven', -7)
    gives('-(1 + 2)', -3)
    gives('0.1 + 0.2 == 0.3', false)
    gives('0.1 + 0.2', 0.1 + 0.2)
    gives('-0.0', 0)
    expect(run('input', { input: [-0] })).toEqual({ ok: true, value: [0] })
    expect(Object.is((run('0.0 * -1') as { value: Json }).value, 0)).toBe(true)
  })

  test('two whole numbers divide as in CEL', () => {
    gives('7 / 2', 3)
    gives('-7 / 2', -3)
    gives('7 % 2', 1)
    gives('7 - 2 * 3', 1)
    gives('0x10 + 1', 17)
  })

  test('what JSON cannot write is an error', () => {
    fails('9223372036854775807 + 1', 'NUMBER_OUT_OF_RANGE', '64 bits')
    fails('-9223372036854775807 - 2', 'NUMBER_OUT_OF_RANGE')
    fails('-(-9223372036854775808)', 'NUMBER_OUT_OF_RANGE')
    fails('9223372036854775807 * 2', 'NUMBER_OUT_OF_RANGE')
    fails('9223372036854775807', 'NUMBER_OUT_OF_RANGE', 'exactly up to')
    gives('9223372036854775807 == 9223372036854775807', true)
    gives('9007199254740991', 9007199254740991)
    fails('9007199254740992', 'NUMBER_OUT_OF_RANGE')
    fails('1 / 0', 'DIVISION_BY_ZERO')
    fails('1 % 0', 'DIVISION_BY_ZERO')
    fails('1.0 / 0.0', 'DIVISION_BY_ZERO')
    fails('0.0 / 0.0', 'DIVISION_BY_ZERO')
    fails('state.seven / state.zero', 'DIVISION_BY_ZERO')
    fails('1e308 * 10', 'NUMBER_OUT_OF_RANGE', 'JSON')
    fails('double("NaN")', 'INVALID_VALUE')
    fails('double("Infinity") > 1', 'INVALID_VALUE')
    fails('input', 'NUMBER_OUT_OF_RANGE', /./, { input: Number.NaN })
    gives('input == input', false, { input: Number.NaN })
  })

  test('comparisons across kinds are exact', () => {
    gives('9007199254740993 > 9007199254740992.0', true)
    gives('9007199254740993 == 9007199254740992.0', false)
    gives('1 < 1.5 && 1.5 < 2 && 2u <= 2 && 3 >= 3.0', true)
  })
})

describe('operators', () => {
  test('texts, lists, maps and booleans', () => {
    gives('"a" + input.customer', 'aAna')
    gives('[1] + state.list', [1, 1, 2, 3])
    gives('"a" < "b" && "b" >= "b" && "a" <= "b" && !("a" > "b") && "b" > "a" && !("b" < "a")', true)
    gives('false < true', true)
    gives('[1, {"a": "x"}] == [1.0, {"a": "x"}]', true)
    gives('[1] == [1, 2]', false)
    gives('[1, 3] == [1, 2]', false)
    gives('{"a": 1} == {"b": 1}', false)
    gives('{"a": 1} == {"a": 1, "b": 2}', false)
    gives('{"a": 1} != {"a": 2}', true)
    gives('"1" == 1', false)
    gives('null == state.none', true)
    gives('[] == {}', false)
    gives('"abc" == "abd"', false)
    gives('"abc" == "ab"', false)
    gives('"a" in {"a": 1}', true)
    gives('1 in {"a": 1} || true in {"a": 1}', false)
    gives('4 in state.list', false)
    gives('"b" in "abc" && "d" not in "abc" && "" in ""', true)
  })

  test('operands of the wrong kind are an error with advice', () => {
    fails(
      '"a" + 1',
      'WRONG_TYPE',
      '`+` does not work between a text and a number. Wrap the value that is not text in `string(…)`',
    )
    fails('1 + "a"', 'WRONG_TYPE', 'string(…)')
    fails('state.none + 1', 'WRONG_TYPE', '!= null')
    fails('1 < state.none', 'WRONG_TYPE', '!= null')
    fails('true - 1', 'WRONG_TYPE', '`-` does not work between a boolean and a number')
    fails('true * 1', 'WRONG_TYPE')
    fails('"a" < 1', 'WRONG_TYPE')
    fails('1 < state.seven < 3', 'WRONG_TYPE')
    fails('-"a"', 'WRONG_TYPE')
    fails('!1', 'WRONG_TYPE', '`!` needs true or false')
    fails('1 in "abc"', 'WRONG_TYPE', 'looks for text in text')
    fails('1 in 2', 'WRONG_TYPE', '`in` works with a list, a map or text')
    fails('1 in 2', 'WRONG_TYPE')
    fails('null in {"a": 1}', 'WRONG_TYPE', 'Map keys must be text, but this is null')
    fails('1 ? 2 : 3', 'WRONG_TYPE', '`?` needs true or false')
  })

  test('a failing operand fails the whole', () => {
    for (const source of [
      'nope + 1',
      '1 + nope',
      'nope == 1',
      '-nope',
      '!nope',
      'nope ? 1 : 2',
      'nope.a',
      '[nope]',
      '{"a": nope}',
      '{nope: 1}',
      'size(nope)',
      'nope in [1]',
      'nope.map(x, x)',
    ]) {
      fails(source, 'NAME_NOT_FOUND')
    }
  })

  test('and, or forgive a failure where the other side decides', () => {
    gives('true || nope', true)
    gives('nope || true', true)
    gives('false && nope', false)
    gives('nope && false', false)
    fails('nope || false', 'NAME_NOT_FOUND')
    fails('nope && true', 'NAME_NOT_FOUND')
    fails('false || nope', 'NAME_NOT_FOUND')
    fails('"false" && true', 'WRONG_TYPE', '`&&` needs true or false, but this is a text')
    fails('true && 1', 'WRONG_TYPE')
    gives('true && true', true)
    gives('false || false', false)
  })

  test('maps have texts as keys, each once', () => {
    gives('{"a": 1, input.customer: [2]}', { a: 1, Ana: [2] })
    fails('{1: 2}', 'WRONG_TYPE', 'Map keys must be text')
    fails('{"a": 1, "a": 2}', 'INVALID_VALUE', 'twice')
    fails('{"__proto__": 1}', 'INVALID_VALUE')
  })
})

describe('loops', () => {
  test('exists, all, exists_one, filter and map', () => {
    gives("input.items.exists(i, i.sku == 'HAZMAT')", true)
    gives("input.items.exists(i, i.sku == 'B')", false)
    gives('state.list.all(x, x > 0)', true)
    gives('state.list.all(x, x > 1)', false)
    gives('state.list.exists_one(x, x > 2)', true)
    gives('state.list.existsOne(x, x > 1)', false)
    gives('state.list.filter(x, x > 1)', [2, 3])
    gives('state.list.map(x, x * 2)', [2, 4, 6])
    gives('state.list.map(x, x > 1, x * 2)', [4, 6])
    gives('{"a": 1, "b": 2}.map(k, k)', ['a', 'b'])
    gives('[].all(x, x)', true)
  })

  test('a failure inside counts as CEL says', () => {
    gives('[1, 0].exists(x, 1 / x == 1)', true)
    gives('[0, 1].exists(x, 1 / x == 1)', true)
    fails('[0, 2].exists(x, 1 / x == 1)', 'DIVISION_BY_ZERO')
    gives('[0, 2].all(x, 1 / x == 1)', false)
    fails('[0, 1].all(x, 1 / x == 1)', 'DIVISION_BY_ZERO')
    fails('[0, 0].all(x, 1 / x == 1)', 'DIVISION_BY_ZERO')
    fails('[0].exists_one(x, 1 / x == 1)', 'DIVISION_BY_ZERO')
    fails('[0].filter(x, 1 / x == 1)', 'DIVISION_BY_ZERO')
    fails('[0].map(x, 1 / x)', 'DIVISION_BY_ZERO')
    fails('[1].exists(x, x)', 'WRONG_TYPE', '`test` needs true or false')
    fails('state.seven.map(x, x)', 'WRONG_TYPE', 'Only a list or a map can be iterated')
  })
})

describe('conditions', () => {
  const decide = (source: string) => evaluateCondition(parsed(source), scope)
  test('true and false, and nothing else', () => {
    expect(decide('state.approved')).toEqual({ ok: true, value: true })
    expect(decide('not state.approved')).toEqual({ ok: true, value: false })
    for (const source of ['state.text', '0', 'state.none', 'state.list', '{}', '1']) {
      expect(decide(source)).toMatchObject({ ok: false, code: 'CONDITION_NOT_BOOLEAN' })
    }
    expect(decide('nope')).toMatchObject({ ok: false, code: 'NAME_NOT_FOUND' })
    expect(decide('state.none')).toMatchObject({
      message: expect.stringContaining('This condition returns null, but must return true or false.'),
    })
  })
})

describe('results', () => {
  test('data leaves as the same object, made values as plain JSON', () => {
    expect(run('state.nested')).toHaveProperty('value', (scope.state as { nested: Json }).nested)
    expect((run('state.list') as { value: Json }).value).toBe((scope.state as { list: Json }).list)
    expect((run('{"n": 1, "list": [1, "a", true, null]}') as { value: Json }).value).toStrictEqual({
      n: 1,
      list: [1, 'a', true, null],
    })
  })
  test('64 kB is the most that leaves', () => {
    const text = 'x'.repeat(65_534)
    gives('input', text, { input: text })
    fails('input', 'EXPRESSION_TOO_LARGE', '64 kB', { input: `${text}x` })
    fails('input', 'EXPRESSION_TOO_LARGE', '64 kB', { input: 'é'.repeat(33_000) })
    fails('input', 'EXPRESSION_TOO_LARGE', '64 kB', { input: [text, text] })
    fails('input', 'EXPRESSION_TOO_LARGE', '64 kB', { input: { a: text, [text]: 1 } })
    for (const one of [1, true, 'a', {}, []])
      fails('input', 'EXPRESSION_TOO_LARGE', '', { input: Array(70_000).fill(one) })
    fails('input.map(x, x + 1)', 'EXPRESSION_TOO_LARGE', '', { input: Array(9_000).fill(1) })
    fails('input.map(x, 1)', 'EXPRESSION_TOO_LARGE', '', { input: Array(9_000).fill(1) })
    fails('input.map(x, timestamp("2026-01-01T00:00:00Z"))', 'EXPRESSION_TOO_LARGE', '', {
      input: Array(9_000).fill(1),
    })
    fails('input.map(x, duration("1s"))', 'EXPRESSION_TOO_LARGE', '', { input: Array(9_000).fill(1) })
  })
  test('values that nest too deep are refused', () => {
    const deep = (levels: number): Json => (levels === 0 ? 1 : [deep(levels - 1)])
    gives('input == item', true, { input: deep(60), item: deep(60) })
    fails('input', 'EXPRESSION_TOO_LARGE', 'deeper than 64', { input: deep(70) })
    fails('input == item', 'EXPRESSION_TOO_LARGE', 'deeper than 64', { input: deep(70), item: deep(70) })
    fails('input != item', 'EXPRESSION_TOO_LARGE', 'deeper than 64', { input: deep(70), item: deep(70) })
  })
})
