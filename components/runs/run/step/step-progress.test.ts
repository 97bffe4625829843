import { expect, it } from 'vitest'
import type { StepState } from '#core/run/step-state.ts'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition, loop, parallel } from '#core/run/testing/steps.ts'
import { endedItems, itemFacts, stepProgress } from './step-progress.ts'

const started = (...steps: Parameters<typeof definition>[0]) => {
  const run = new ScriptedRun(definition(steps), { input: { list: [1, 2, 3] } })
  run.own()
  return run
}
const stepOf = (run: ScriptedRun, name: string) => run.state.steps[name] as StepState

it('counts the items of a fan-out, and names those that failed and those in flight', () => {
  const run = started(parallel('Each', { iterate_over: 'input.list', task_function: 'f', allow_partial_success: true }))
  run.completeItem('Each', 0)
  run.failItem('Each', 1)
  expect(stepProgress(stepOf(run, 'Each'))).toEqual({ fraction: 2 / 3, words: '1 of 3 done, 1 failed' })
  expect(itemFacts(stepOf(run, 'Each'), [], 10)).toMatchObject([
    { name: 'Item 1', now: 'failed', error: { code: 'Error' } },
    { name: 'Item 2', now: 'running', error: null },
  ])
  expect(itemFacts(stepOf(run, 'Each'), [], 1)).toHaveLength(1)
})

it('says of a failed fan-out that what was in flight is abandoned, and offers no decision', () => {
  const run = started(parallel('Each', { iterate_over: 'input.list', task_function: 'f' }))
  run.failItem('Each', 1)
  expect(stepOf(run, 'Each').status).toBe('failed')
  expect(itemFacts(stepOf(run, 'Each'), [], 10).map(({ now, taskId }) => [now, taskId])).toEqual([
    ['failed', null],
    ['abandoned', null],
    ['abandoned', null],
  ])
})

it('counts the items of a fan-out that has completed, and names those that failed', () => {
  const each = parallel('Each', { iterate_over: 'input.list', task_function: 'f', allow_partial_success: true })
  const run = started(each, call('After'))
  const ended = (most = 10) => endedItems(run.history, 'Each', stepOf(run, 'Each'), most)
  run.completeItem('Each', 0)
  expect(ended()).toBeNull()
  run.failItem('Each', 1)
  run.failItem('Each', 2)
  expect(ended()).toMatchObject({
    words: '1 of 3 done, 2 failed',
    failed: [
      { name: 'Item 1', error: { code: 'Error' } },
      { name: 'Item 2', error: { code: 'Error' } },
    ],
  })
  expect(ended(1)?.failed).toHaveLength(1)
  run.complete('After')
  expect(endedItems(run.history, 'After', stepOf(run, 'After'), 10)).toBeNull()
  const well = started(parallel('Each', { tasks: [{ name: 'stock', function: 'f' }] }))
  well.completeItem('Each', 0)
  expect(endedItems(well.history, 'Each', stepOf(well, 'Each'), 10)).toEqual({ words: '1 of 1 done', failed: [] })
  const none = started(parallel('Each', { iterate_over: '[]', task_function: 'f' }))
  expect(endedItems(none.history, 'Each', stepOf(none, 'Each'), 10)).toEqual({ words: 'No items', failed: [] })
})

it('tells what an item waits for', () => {
  const run = started(
    parallel('Each', {
      tasks: [
        { name: 'stock', function: 'f' },
        { name: 'parcel', sub_workflow_type: 'Ship' },
        { name: 'risk', function: 'f' },
      ],
      retry: { max_attempts: 2, initial_interval_seconds: 1 },
    }),
  )
  run.endItem('Each', 0, { kind: 'directive', directive: { kind: 'pause', result: null } })
  run.failItem('Each', 2)
  expect(itemFacts(stepOf(run, 'Each'), ['stock', 'parcel', 'risk'], 10)).toMatchObject([
    { name: 'stock', now: 'person', taskId: expect.any(String) },
    { name: 'parcel', now: 'child', childRunId: expect.any(String) },
    { name: 'risk', now: 'retrying', error: { code: 'Error' } },
  ])
})

it('counts the rounds of a loop, whether or not their number is known', () => {
  const known = started(loop('Loop', [call('A')], { iterate_over: 'input.list' }))
  expect(stepProgress(stepOf(known, 'Loop'))).toEqual({ fraction: 0, words: 'Round 1 of 3' })
  const open = started(loop('Loop', [call('A')], { while_condition: 'true' }))
  expect(stepProgress(stepOf(open, 'Loop'))).toEqual({ fraction: null, words: 'Round 1' })
  const looping = stepOf(known, 'Loop')
  const items = { payload_ref: { sha256: 'a0'.repeat(32), bytes: 300_000 } } as never
  if (looping.status !== 'looping') throw new Error('it loops')
  const apart = { ...looping, rounds: { ...looping.rounds, items } }
  expect(stepProgress(apart)).toEqual({ fraction: null, words: 'Round 1' })
})

it('passes on what a function says about itself', () => {
  const run = started(call('A'))
  expect(stepProgress(stepOf(run, 'A'))).toBeNull()
  run.send({ type: 'progress', step: 'A', iteration: 1, attempt: 1, fraction: 0.25, note: 'reading' })
  expect(stepProgress(stepOf(run, 'A'))).toEqual({ fraction: 0.25, words: '25 % · reading' })
  expect(itemFacts(stepOf(run, 'A'), [], 10)).toEqual([])
})
