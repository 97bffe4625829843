import { expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { type Json, type JsonObject, objectOf } from '#core/json.ts'
import { refsIn } from '#core/run/payload/payload-ref.ts'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { findStep } from '../../algorithms/steps/find-step.ts'
import { createTrialStore } from './trial-store.ts'
import { type BeforeTrying, formFor, whatItFinds } from './values-before-step.ts'

const sha256 = 'a0'.repeat(32)
const rows = { payload_ref: { sha256, bytes: 300_000 } }
const definition = parse(`workflow_type: Flow
steps:
  - { name: A, function: f.a }
  - { name: B, function: f.b, with: { rows: '{{ steps.A.output.rows }}' } }
`).definition as Definition

const input = { n: 1, customer: { name: 'Ada', city: 'Bath' } }

function before(given: Json, changes: JsonObject): BeforeTrying {
  const run = new ScriptedRun(definition, { input: given })
  run.own()
  run.complete('A', changes)
  const trial = createTrialStore()
  const shown = {
    runId: 'run',
    plan: null,
    version: 1,
    status: 'RUNNING',
    endedAt: null,
    createdAt: '',
    input: {},
    humanWait: null,
  }
  trial.show({ ...shown, events: run.history, ran: definition }, {})
  const found = findStep(definition, 'B')
  return { trial: trial.store.getState(), found, schema: undefined, element: undefined }
}

it('large values that a step finds are known, and stand in their places once they are read', () => {
  const trying = before({ n: 1 }, { rows })
  const refs = refsIn(whatItFinds(trying).given)
  expect(refs.map(({ path }) => path.join('.'))).toEqual(['state.rows', 'outputs.A.rows'])
  const { given } = whatItFinds(trying, new Map([[sha256, ['x']]]))
  expect(given).toEqual({ state: { n: 1, rows: ['x'] }, outputs: { A: { rows: ['x'] } }, input: { n: 1 } })
  const { outputs } = objectOf(formFor(null, undefined, given).properties)
  expect(outputs).toMatchObject({ properties: { A: { properties: { rows: { type: 'array' } } } } })
})

it('what was written into a large input is written into it again once it is read', () => {
  const trying = before(rows, { n: 2 })
  expect(whatItFinds(trying).madeOf).toMatchObject([{ input: rows }, [2], {}])
  expect(refsIn(whatItFinds(trying).given).map(({ path }) => path.join('.'))).toEqual(['state', 'input'])
  expect(whatItFinds(trying, new Map([[sha256, input]])).given).toMatchObject({ state: { ...input, n: 2 }, input })
})

it('without a run, nothing is known of one', () => {
  const trial = createTrialStore().store.getState()
  const found = findStep(definition, 'B')
  const trying = { trial, found, schema: undefined, element: undefined }
  expect(whatItFinds(trying).given).toEqual({ state: {}, input: {} })
})
