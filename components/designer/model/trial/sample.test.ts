import { describe, expect, it } from 'vitest'
import type { RunDetail } from '#components/api/models.ts'
import { sampleOfSchema } from '#components/ui/schema-form/sample-of-schema.ts'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { sampleOfInput, sampleOfRun } from './sample.ts'
import { sampleInStep } from './sample-in-step.ts'

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

describe('of a run', () => {
  const flow = parse(`workflow_type: Flow
steps:
  - { name: A, function: f.a }
  - { name: B, function: f.b }
  - { name: Never, function: f.c }
`).definition as Definition
  const run = new ScriptedRun(flow, { input: { n: 1 } })
  run.own()
  run.complete('A', { n: 2 })
  run.complete('B', { n: 3 })
  const detail = { runId: 'run', input: { n: 1 }, createdAt: '', tags: [], events: run.history } as unknown as RunDetail
  const of = (step: string | null) => sampleOfRun(detail, step).scope

  it('an expression is tried with what its step found, not with what later steps wrote', () => {
    expect([of('A').state, of('B').state]).toEqual([{ n: 1 }, { n: 2 }])
    expect([of('A').input, of('B').input]).toEqual([{ n: 1 }, { n: 1 }])
  })

  it('of the outputs there are those of steps before, and its own', () => {
    expect([Object.keys(of('A').steps), Object.keys(of('B').steps)]).toEqual([['A'], ['A', 'B']])
  })

  it('for the workflow, and a step that never ran, it is what was there at the end', () => {
    expect([of(null).state, of('Never').state]).toEqual([{ n: 3 }, { n: 3 }])
  })
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
