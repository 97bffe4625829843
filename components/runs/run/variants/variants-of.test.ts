import { expect, test } from 'vitest'
import { FAN_OUT, type FanOut, fanOutDefinition } from '#core/run/fan-out/fan-out.ts'
import { initialState } from '#core/run/state.ts'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { variantsOf } from './variants-of.ts'

const entry = { workflow: 'W', version: 2 }
const fan_out: FanOut = { kind: 'variants', workflow: 'W', version: 2, entries: [entry, entry, entry] }

function started(): ScriptedRun {
  const run = new ScriptedRun(fanOutDefinition(fan_out), { workflow: FAN_OUT, fan_out, input: { topic: 'x' } })
  run.own()
  return run
}

test('a run without variants has no cards', () => {
  expect(variantsOf(initialState(), [])).toEqual([])
})

test('the cards of a run say how each variant stands, and which run it is', () => {
  const run = started()
  const before = variantsOf(run.state, run.history)
  expect(before.map(({ status, runId }) => [status, runId])).toEqual([
    ['running', 'id-1'],
    ['running', 'id-2'],
    ['running', 'id-3'],
  ])
  run.childEnded('variant_2', 'COMPLETED', { text: 'done' })
  run.childEnded('variant_1', 'FAILED', {}, 'boom')
  const after = variantsOf(run.state, run.history)
  expect(after.map(({ status }) => status)).toEqual(['failed', 'completed', 'running'])
  expect(after[1]).toMatchObject({ output: { text: 'done' }, input: { topic: 'x' }, workflow: 'W', version: 2 })
  expect(after[0]?.error).toContain('boom')
})

test('the cards of a run that has ended show what its outputs say', () => {
  const run = started()
  const ended = (status: string, more: object) => ({ status, runId: 'r', output: null, error: null, ...more }) as never
  const outputs = [
    ended('failed', { error: { message: 'boom' } }),
    ended('completed', { output: 5 }),
    ended('cancelled', { error: { message: 'Variant 1 failed.' } }),
  ]
  expect(variantsOf(run.state, run.history, outputs).map(({ status }) => status)).toEqual(Array(3).fill('running'))
  run.childEnded('variant_1', 'FAILED', {}, 'boom')
  expect(variantsOf(run.state, run.history, outputs)).toMatchObject([
    { status: 'failed', error: 'boom' },
    { status: 'completed', output: 5, error: null },
    { status: 'cancelled', output: undefined, error: 'Variant 1 failed.' },
  ])
  // The API calls the run of a variant cancelled that stopped at its own first failure.
  const stopped = [ended('cancelled', { error: { message: 'boom' } }), ...outputs.slice(1)]
  expect(variantsOf(run.state, run.history, stopped)[0]).toMatchObject({ status: 'failed', error: 'boom' })
})
