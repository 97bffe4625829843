import { expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { sampleOfInput } from './sample.ts'
import { sampleInStep } from './sample-in-step.ts'
import { sampleOfSchema } from './sample-of-schema.ts'

it('an input is made up from defaults, examples, choices and types', () => {
  const schema = {
    type: 'object',
    properties: {
      amount: { type: 'number', minimum: 10 },
      most: { type: 'integer', maximum: 0 },
      customer: { type: 'string', examples: ['Ana'] },
      kind: { enum: ['new', 'old'] },
      due: { type: 'string', format: 'date' },
      paid: { type: 'boolean', default: false },
      lines: { type: 'array', items: { properties: { sku: { type: ['string', 'null'] } } } },
      tags: { type: 'array' },
      fixed: { const: 7 },
      free: {},
    },
  }
  expect(sampleOfSchema(schema)).toEqual({
    amount: 10,
    most: 0,
    customer: 'Ana',
    kind: 'new',
    due: '2027-01-31',
    paid: false,
    lines: [{ sku: 'text' }],
    tags: [],
    fixed: 7,
    free: null,
  })
})

it('the state begins as the input', () => {
  const { scope } = sampleOfInput('Order', { type: 'object', properties: { amount: { type: 'number' } } })
  expect(scope.state).toEqual({ amount: 1 })
})

const definition = parse(`
workflow_type: Loop
steps:
  - name: Each_Line
    type: LOOP
    mode: ITERATE
    iterate_over: input.lines
    item_var_name: line
    loop_body:
      - name: Price
        type: TRANSFORM
        set: { price: line.price }
  - name: Total
    function: orders.total
`).definition as Definition
const sample = { origin: 'last run', scope: { input: { lines: [{ price: 3 }] }, state: {}, steps: {}, run: {} } }

it('within a loop the first element stands for every one', () => {
  expect(sampleInStep(sample, definition, 'Price').scope).toMatchObject({
    item: { price: 3 },
    index: 0,
    names: { line: { price: 3 } },
  })
})

it('elsewhere, and where there is no list, nothing is added', () => {
  expect(sampleInStep(sample, definition, 'Total')).toBe(sample)
  const empty = { ...sample, scope: { ...sample.scope, input: { lines: [] } } }
  expect(sampleInStep(empty, definition, 'Price')).toBe(empty)
})
