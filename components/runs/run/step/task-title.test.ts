import { expect, it } from 'vitest'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition, human } from '#core/run/testing/steps.ts'
import { taskTitle } from './task-title.ts'

it('a step is called like its task from the moment at which it is opened, also after it is decided', () => {
  const steps = [call('A'), human('Ask', { title: 'Loan of {{ input.amount }}' })]
  const run = new ScriptedRun(definition(steps), { input: { amount: 24_000 } })
  run.own()
  const title = (name: string) => taskTitle(run.history, run.state.steps[name], name, run.history.length)
  expect([title('A'), title('Ask')]).toEqual([null, null])
  run.complete('A')
  expect([title('A'), title('Ask')]).toEqual([null, 'Loan of 24000'])
  expect(taskTitle(run.history, run.state.steps.Ask, 'Ask', 1)).toBeNull()
})
