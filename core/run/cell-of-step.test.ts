import { expect, test } from 'vitest'
import { cellOfStep } from './display-status.ts'
import { ScriptedRun } from './testing/scripted-run.ts'
import { call, definition, human, parallel } from './testing/steps.ts'

test('the cell of a step that runs for each item is that of the item which needs attention the most', () => {
  const steps = [
    parallel('P', { iterate_over: '[1, 2, 3]', task: human('Ask'), allow_partial_success: true }),
    parallel('Q', { iterate_over: '[1]', task: call('Other') }),
  ]
  const run = new ScriptedRun(definition(steps))
  const cell = () => cellOfStep(run.executable, run.state, 'Ask').displayStatus
  expect(cell()).toBe('not_reached')
  run.own()
  const [first] = run.plan()
  run.resume({}, { task_id: first?.id as string })
  expect(cell()).toBe('waiting_person')
  for (const { id } of run.plan()) run.resume({}, { task_id: id })
  expect(cell()).toBe('completed')
  expect(cellOfStep(run.executable, run.state, 'Other').displayStatus).toBe('running')
  expect(cellOfStep(run.executable, run.state, 'P').displayStatus).toBe('completed')
})
