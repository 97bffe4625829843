import { expect, it } from 'vitest'
import { anyType, listType, numberType, objectType, type ScopeTypes, stringType } from '#core/expression/check/types.ts'
import type { Scope } from '#core/expression/scope.ts'
import { availableValues, findValues, shownValue, slashOpensValues, writtenValue } from './available-values.ts'

const types: ScopeTypes = {
  input: objectType({ amount: numberType, lines: listType(anyType) }, undefined),
  state: objectType({ amount: numberType }, anyType),
  steps: objectType({ Check: objectType({ output: objectType({ ok: stringType }, undefined) }, undefined) }, undefined),
  run: objectType({ id: stringType }, anyType),
}
const scope: Scope = {
  input: { amount: 7, 'a b': 1 },
  state: {},
  steps: { Check: { output: { ok: 'yes' } }, Other: { output: null } },
  run: { id: 'r' },
}
const paths = (...given: Parameters<typeof availableValues>) => availableValues(...given).map(({ path }) => path)

it('lists what types and a run know, under the names by which expressions read them', () => {
  expect(paths(types, scope)).toEqual([
    ...['input', 'input.amount', 'input.lines', 'input["a b"]', 'state', 'state.amount'],
    ...['steps.Check.output', 'steps.Check.output.ok', 'steps.Other.output', 'run', 'run.id'],
  ])
  expect(availableValues(types, scope)).toContainEqual({
    group: 'input',
    path: 'input.amount',
    name: 'amount',
    depth: 1,
    type: 'number',
    value: 7,
  })
  expect(paths(types, null)).toContain('steps.Check.output.ok')
  expect(paths(null, scope)).toContain('steps.Other.output')
  expect(paths(null, null)).toEqual(['input', 'state', 'run'])
})

it('lists the item of a loop by its own name', () => {
  const inLoop = { ...types, item: numberType, index: numberType }
  expect(paths(inLoop, null).slice(0, 2)).toEqual(['item', 'index'])
  const names = { line: objectType({ sku: stringType }, undefined), secrets: anyType }
  expect(paths({ ...inLoop, names }, null).slice(0, 3)).toEqual(['line', 'line.sku', 'index'])
})

it('lists secrets last, by their names alone, where a field may name them', () => {
  const names = { secrets: objectType({ BILLING: stringType, MAIL: stringType }, anyType) }
  const withSecrets = { ...scope, names: { secrets: { BILLING: 'a value that no browser has' } } }
  expect(paths({ ...types, names }, null).slice(-3)).toEqual(['run.id', 'secrets.BILLING', 'secrets.MAIL'])
  expect(JSON.stringify(availableValues({ ...types, names }, withSecrets))).not.toContain('no browser has')
  expect(paths(types, scope).join()).not.toContain('secrets')
})

it('ends at a depth, and at a number', () => {
  const deep = { a: { b: { c: { d: { e: 1 } } } } }
  expect(paths(null, { ...scope, input: deep, steps: {} })).toContain('input.a.b.c.d')
  expect(paths(null, { ...scope, input: deep, steps: {} })).not.toContain('input.a.b.c.d.e')
  const wide = Object.fromEntries(Array.from({ length: 999 }, (_, at) => [`f${at}`, at]))
  expect(paths(null, { ...scope, input: wide })).toHaveLength(400)
})

it('finds values by words of their path, the named ones first', () => {
  const found = (search: string) => findValues(availableValues(types, scope), search).map(({ path }) => path)
  expect(found('amount')).toEqual(['input.amount', 'state.amount'])
  expect(found('check ok')).toEqual(['steps.Check.output.ok'])
  expect(found('output')[0]).toBe('steps.Check.output')
  expect(found('zebra')).toEqual([])
})

it('writes a value bare into an expression, and between braces into a text', () => {
  expect(writtenValue('input.a', 'expression', false)).toBe('input.a')
  expect(writtenValue('input.a', 'template', false)).toBe('{{ input.a }}')
  expect(writtenValue('input.a', 'template', true)).toBe('input.a')
})

it('a slash asks for a value where one can begin, and divides or separates elsewhere', () => {
  for (const before of ['', 'a > ', 'f(', '1 + ', 'a == '])
    expect(slashOpensValues('expression', before), before).toBe(true)
  for (const before of ['a', 'input.a ', '(a)', '2']) expect(slashOpensValues('expression', before), before).toBe(false)
  for (const before of ['', 'Dear ', '{{ ', '{{ a + ']) expect(slashOpensValues('template', before), before).toBe(true)
  for (const before of ['https:', 'https:/', 'and', '{{ a', '{{ a }}']) {
    expect(slashOpensValues('template', before), before).toBe(false)
  }
})

it('shows a value in a line', () => {
  expect(shownValue(undefined)).toBe('')
  expect(shownValue('text')).toBe('text')
  expect(shownValue({ a: 1 })).toBe('{"a":1}')
  expect(shownValue('x'.repeat(90))).toHaveLength(61)
})
