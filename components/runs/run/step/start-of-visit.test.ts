import { expect, it } from 'vitest'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition } from '#core/run/testing/steps.ts'
import { startOfVisit } from './start-of-visit.ts'

it('a visit began with its first attempt, however many followed, and a later visit with its own', () => {
  const run = new ScriptedRun(definition([call('A', { retry: { max_attempts: 2 } })]))
  run.own()
  const start = () => startOfVisit(run.history, run.state.steps.A, 'A', run.history.length)
  const first = run.now
  run.now += 100
  run.fail('A')
  run.fire('retry')
  run.now += 100
  run.fail('A')
  expect(run.state.steps.A?.status).toBe('failed')
  expect(start()).toBe(first)
  expect(startOfVisit(run.history, undefined, 'A', run.history.length)).toBeNull()
  expect(startOfVisit([], run.state.steps.A, 'A', 0)).toBeNull()
})
