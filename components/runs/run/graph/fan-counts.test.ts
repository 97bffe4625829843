import { expect, it } from 'vitest'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition, parallel } from '#core/run/testing/steps.ts'
import { fanCounts } from './fan-counts.ts'

const retry = { max_attempts: 2, initial_interval_seconds: 1 }
const steps = [
  parallel('Fan', { iterate_over: 'input.list', task_function: 'test.f', retry, allow_partial_success: true }),
]

it('counts the items of a visit, and those that failed in the end', () => {
  const run = new ScriptedRun(definition([call('A'), ...steps]), { input: { list: [1, 2, 3, 4] } })
  run.own()
  run.complete('A')
  const counts = (seq = run.history.length) => fanCounts(run.history, 'Fan', 1, seq)
  expect(counts(3)).toBeNull()
  expect(counts()).toEqual({ count: 4, failed: 0 })
  run.completeItem('Fan', 0)
  run.failItem('Fan', 1)
  run.failItem('Fan', 2, 'Broke', false)
  const before = run.history.length
  run.failItem('Fan', 3, 'Broke', false)
  expect(counts()).toEqual({ count: 4, failed: 2 })
  expect(counts(before)).toEqual({ count: 4, failed: 1 })
  expect(fanCounts(run.history, 'Fan', 2, before)).toBeNull()
  expect(fanCounts(run.history, 'A', 1, before)).toBeNull()
})
