import { expect, it } from 'vitest'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { definition, parallel } from '#core/run/testing/steps.ts'
import { fanItems } from './fan-items.ts'

const steps = [
  parallel('Fan', {
    tasks: [
      { name: 'Print', function: 'test.print' },
      { name: 'Ship', sub_workflow_type: 'Shipping' },
      { name: 'Mail', function: 'test.mail' },
      { name: 'Bill', function: 'test.bill' },
    ],
    retry: { max_attempts: 2, initial_interval_seconds: 1 },
    allow_partial_success: true,
  }),
]

it('each item stands as it stood by then: done, failed with why, trying again, or in a run below', () => {
  const run = new ScriptedRun(definition(steps))
  run.own()
  expect(fanItems(run.history.slice(0, 4), 'Fan')).toEqual([])
  run.now += 20
  run.completeItem('Fan', 0)
  run.failItem('Fan', 2)
  run.failItem('Fan', 3, 'Broke', false)
  const shown = () =>
    fanItems(run.history, 'Fan').map(({ name, now, attempt, error }) => [name, now, attempt, error?.code ?? null])
  expect(shown()).toEqual([
    ['Print', 'done', 1, null],
    ['Ship', 'child', 1, null],
    ['Mail', 'retrying', 1, 'Error'],
    ['Bill', 'failed', 1, 'Broke'],
  ])
  expect(fanItems(run.history, 'Fan')[1]?.childRunId).toBe(run.lastChild)
  run.fire('retry')
  expect(shown()[2]).toEqual(['Mail', 'running', 2, null])
  expect(fanItems(run.history, 'Fan')[0]).toMatchObject({ endedAt: 1_000_020, startedAt: 1_000_000 })
})

it('an item that was in flight when its step failed is abandoned', () => {
  const run = new ScriptedRun(definition([parallel('Fan', { tasks: steps[0]?.tasks?.slice(2) ?? [] })]))
  run.own()
  run.failItem('Fan', 0, 'Broke', false)
  expect(fanItems(run.history, 'Fan').map(({ now, endedAt }) => [now, endedAt])).toEqual([
    ['failed', run.now],
    ['abandoned', run.now],
  ])
})
