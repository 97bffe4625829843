import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '#core/json.ts'
import { parseExpression } from '../parse/parse-expression.ts'
import { evaluate, evaluateCondition, type Scope } from './evaluate.ts'

function run(source: string, extra: Partial<Scope> = {}) {
  const parsed = parseExpression(source)
  if (!parsed.ok) throw new Error(`${source}: ${parsed.message}`)
  return evaluate(parsed.expression, { input: {}, state: {}, steps: {}, run: {}, ...extra })
}

const list = (length: number, value: Json = 1): Json => Array<Json>(length).fill(value)
const record = (length: number, value: Json = 1): Json =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`k${index}`, value]))
const text = (kilobytes: number, character = 'a'): string => character.repeat(kilobytes * 1024)

function refused(source: string, code: string, extra: Partial<Scope> = {}): void {
  expect({ source, ...run(source, extra) }).toMatchObject({ source, ok: false, code })
}

describe('the budget of one evaluation', () => {
  test('10,000 iterations in all, however they nest', () => {
    expect(run('input.map(x, x + 1).size()', { input: list(10_000) })).toMatchObject({ value: 10_000 })
    refused('input.map(x, x)', 'EXPRESSION_TOO_LONG', { input: list(10_001) })
    refused('input.exists(x, x > 1)', 'EXPRESSION_TOO_LONG', { input: list(10_001) })
    refused('input.all(x, x == 1)', 'EXPRESSION_TOO_LONG', { input: list(10_001) })
    refused('input.exists_one(x, x > 1)', 'EXPRESSION_TOO_LONG', { input: list(10_001) })
    refused('input.map(x, input.map(y, x))', 'EXPRESSION_TOO_LONG', { input: list(100) })
    refused('input.map(x, 1).size() + input.map(x, 1).size()', 'EXPRESSION_TOO_LONG', { input: list(6_000) })
    refused('input.all(x, input.all(y, y > 0))', 'EXPRESSION_TOO_LONG', { input: list(101) })
  })

  test('what the bounds refuse is not forgiven by the other side', () => {
    const input = list(10_001)
    refused('input.all(x, x == 1) || true', 'EXPRESSION_TOO_LONG', { input })
    refused('(input.all(x, x == 1) ? false : false) && false', 'EXPRESSION_TOO_LONG', { input })
    refused('false || input.all(x, x == 1)', 'EXPRESSION_TOO_LONG', { input })
    refused('[1].exists(y, input.all(x, x == 1))', 'EXPRESSION_TOO_LONG', { input })
  })

  test('large data in a loop costs its size', () => {
    const loop = { input: list(10_000) }
    const refusedInLoop = (body: string, item: Json, run_: Json = null) =>
      refused(`input.map(x, ${body}).size()`, 'EXPRESSION_TOO_LONG', { ...loop, item, run: run_ })
    refusedInLoop('item == run', list(1_000), list(1_000))
    refusedInLoop('item == run', record(1_000), record(1_000, 2))
    refusedInLoop('item == run', text(8), `${text(8).slice(1)}b`)
    refusedInLoop('item < run', text(8), `${text(8)}b`)
    refusedInLoop('item + run', list(1_000), list(1_000))
    refusedInLoop('item + run', text(8), text(8))
    refusedInLoop('item.size()', text(8))
    refusedInLoop('item.size()', record(1_000))
    refusedInLoop('x in item', list(1_000, 2))
    refusedInLoop('item.contains(run)', text(8), 'b')
    refusedInLoop('item.split(run)', text(8), 'b')
    refusedInLoop('item.replace(run, run)', text(8), 'b')
    refusedInLoop('item.trim()', text(8))
    refusedInLoop('item.lowerAscii()', text(8))
    refusedInLoop('item.matches(run)', text(1), 'b')
    refusedInLoop('item.join(run)', list(1_000, ''), '')
    refusedInLoop('item == run', record(1_000), {})
    refusedInLoop('item == run', {}, record(1_000))
    refusedInLoop('item.exists(k, true)', record(1_000))
    refused('item.split("")', 'EXPRESSION_TOO_LONG', { item: text(2_000) })
    refused('item.replace("", "b")', 'EXPRESSION_TOO_LONG', { item: text(1_500) })
  })

  test('a search that is quadratic is not begun', () => {
    refused('input.contains(item)', 'EXPRESSION_TOO_LONG', { input: text(256), item: `${text(1)}b${text(64)}` })
    refused('input.split(item)', 'EXPRESSION_TOO_LONG', { input: text(256), item: `${text(1)}b${text(64)}` })
    refused('input.replace(item, "x")', 'EXPRESSION_TOO_LONG', { input: text(256), item: `${text(1)}b${text(64)}` })
  })

  test('patterns cost their length, with what they repeat', () => {
    expect(run('input.matches("^(a+)+$")', { input: `${text(64)}!` })).toEqual({ ok: true, value: false })
    refused('input.matches("(((a{30}){30}){30})")', 'EXPRESSION_TOO_LONG', { input: 'a' })
    refused('input.matches("(.*a){20}")', 'EXPRESSION_TOO_LONG', { input: text(64) })
    refused('input.matches(item)', 'EXPRESSION_TOO_LONG', { input: 'a', item: '\\pL'.repeat(1_000) })
  })

  test('texts are refused before they are made', () => {
    refused('input + input', 'EXPRESSION_TOO_LARGE', { input: text(33) })
    refused('[input, input].join()', 'EXPRESSION_TOO_LARGE', { input: text(33) })
    refused('input.replace("", input)', 'EXPRESSION_TOO_LARGE', { input: text(60) })
    refused('input.upperAscii()', 'EXPRESSION_TOO_LARGE', { input: text(65) })
    refused('input + "a" == "a"', 'EXPRESSION_TOO_LARGE', { input: text(1_024) })
  })
})

describe('attacks', () => {
  test('names of the host are unknown, also as keys', () => {
    for (const name of [
      'constructor',
      '__proto__',
      'toString',
      'hasOwnProperty',
      'globalThis',
      'process',
      'arguments',
      'env',
      'secrets',
    ]) {
      refused(name, 'NAME_NOT_FOUND')
      refused(`state.${name}`, 'FIELD_NOT_FOUND')
      refused(`state["${name}"]`, 'FIELD_NOT_FOUND')
      refused(`state["${name.slice(0, 2)}" + "${name.slice(2)}"]`, 'FIELD_NOT_FOUND')
      refused(`"a".${name}`, 'WRONG_TYPE')
      expect(run(`has(state.${name}) || "${name}" in state || has(${name})`)).toEqual({ ok: true, value: false })
    }
    refused('this', 'NAME_NOT_FOUND')
    refused('state.list.length', 'WRONG_TYPE', { state: { list: [] } })
  })

  test('keys of the data with such names are data', () => {
    const data = JSON.parse('{"__proto__": {"admin": true}, "constructor": 1, "b": 2}') as Json
    expect(run('state.__proto__.admin', { state: data })).toEqual({ ok: true, value: true })
    expect(run('state.constructor + state.b', { state: data })).toEqual({ ok: true, value: 3 })
    expect(run('[timestamp("2026-01-01T00:00:00Z"), state][1].b', { state: data })).toEqual({ ok: true, value: 2 })
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  test('a value that looks like an expression is data', () => {
    expect(run('input', { input: '{{ 7 * 7 }}' })).toEqual({ ok: true, value: '{{ 7 * 7 }}' })
    expect(run('input + input', { input: '<%= 1 %>' })).toMatchObject({ value: '<%= 1 %><%= 1 %>' })
  })
})

test('whatever the data is, the answer is a value, twice the same', () => {
  const sources = [
    'input == state',
    'input.a.b',
    'input[0]',
    'input + state',
    'input < state',
    'input in state',
    'input.map(x, x)',
    'input.exists(x, x == state)',
    'size(input)',
    'string(input)',
    'int(input)',
    'double(input)',
    'bool(input)',
    'timestamp(input)',
    'duration(input)',
    'input.split(state)',
    'input.matches(state)',
    'a',
    'has(input.a)',
    'input && state',
    'input ? 1 : 2',
    '{input: state}',
    '[input, state]',
    '-input',
    '!input',
    'input % state',
    'input.join(state)',
  ].map((source) => {
    const parsed = parseExpression(source)
    if (!parsed.ok) throw new Error(source)
    return parsed.expression
  })
  const json = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.string(), fc.double()) as fc.Arbitrary<Json>
  fc.assert(
    fc.property(fc.constantFrom(...sources), json, json, (expression, input, state) => {
      const scope = { input, state, steps: {}, run: null }
      const result = evaluate(expression, scope)
      expect(evaluate(expression, scope)).toEqual(result)
      if (result.ok) expect(JSON.parse(JSON.stringify(result.value))).toEqual(result.value)
      else expect(result.message).toMatch(/[.?]$/)
      const condition = evaluateCondition(expression, scope)
      expect(condition.ok).toBe(result.ok && typeof result.value === 'boolean')
    }),
    { numRuns: 1_500 },
  )
})
