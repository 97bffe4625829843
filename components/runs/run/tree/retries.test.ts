import { expect, it } from 'vitest'
import { ana, ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition } from '#core/run/testing/steps.ts'
import { retriesIn } from './retries.ts'

it('names every retry, and the event before each is how the attempt before it ended', () => {
  const run = new ScriptedRun(definition([call('A'), call('B')]))
  run.own()
  run.complete('A')
  run.fail('B')
  run.send({ type: 'retry', actor: ana })
  run.fail('B')
  run.send({ type: 'retry', actor: { id: 'bob' }, from_step: 'A' })
  const retries = retriesIn(run.history)
  expect(retries.map(({ attempt, by, fromStep }) => [attempt, by, fromStep])).toEqual([
    [2, 'Ana', undefined],
    [3, 'bob', 'A'],
  ])
  expect(retries.map(({ seq }) => run.history[seq - 2]?.type)).toEqual([
    'workflow.run.cancelled',
    'workflow.run.cancelled',
  ])
})
