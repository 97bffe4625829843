import { expect, test } from 'vitest'
import { describeType, objectType, stringType, type ValueType } from '../../expression/check/types.ts'
import { controlFlow } from '../control-flow.ts'
import type { Definition } from '../definition.ts'
import { parse } from '../parse.ts'
import { textOf } from '../testing/problems-of.ts'
import { scopeTypes } from './scope-types.ts'

const paid = objectType({ payment_id: stringType }, { kind: 'any' })
const results = new Map([['orders.charge', paid]])

function stateOf(step: string, ...steps: readonly string[]): { state: ValueType; steps: ValueType } {
  const definition = parse(textOf(...steps)).definition as Definition
  const types = scopeTypes(definition, controlFlow(definition), results).get(step)
  if (types === undefined) throw new Error(`There is no ${step}.`)
  return types
}

const fields = (type: ValueType) => (type.kind === 'object' ? Object.entries(type.fields) : [])

test('what a function gives is known behind it: in the state, under its output key, and as the output of its step', () => {
  const next = '{ name: B, function: a.b }'
  const merged = stateOf('B', '{ name: A, function: orders.charge }', next)
  expect(fields(merged.state).map(([name, type]) => `${name}: ${describeType(type)}`)).toEqual(['payment_id: text'])
  const reusable = stateOf('B', '{ name: A, type: ASYNC, function: orders.charge, output_key: payment }', next)
  expect(fields(reusable.state)).toEqual([['payment', paid]])
  expect(fields(merged.steps)[0]).toEqual(['A', objectType({ output: paid, http: { kind: 'any' } }, undefined)])
})

test('it is known within a loop and among inserted steps too', () => {
  const charge = '{ name: A, function: orders.charge }'
  const use = '{ name: B, function: a.b }'
  const loop = `{ name: L, type: LOOP, mode: ITERATE, iterate_over: input.items, loop_body: [${charge}, ${use}] }`
  expect(fields(stateOf('B', loop).state).map(([name]) => name)).toEqual(['payment_id'])
  const rule = `{ condition_key: x, value_match: 1, action: INSERT_AFTER_CURRENT, steps_to_insert: [${charge}, ${use}] }`
  const inserting = `{ name: I, function: a.c, dynamic_injection: { rules: [${rule}] } }`
  expect(fields(stateOf('B', inserting).state).map(([name]) => name)).toEqual(['payment_id'])
})
