import { expect, it } from 'vitest'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition } from '#core/run/testing/steps.ts'
import { stepView } from './step-view.ts'

it('a step that a saga undoes is shown so, from the first attempt to the last', () => {
  const undoable = { compensate_function: 'test.undo' }
  const run = new ScriptedRun(definition([call('Hotel', undoable), call('Pay')], { saga_enabled: true }))
  run.own()
  run.complete('Hotel')
  expect(stepView(run.state, 'Hotel').word).toBe('Completed')
  run.fail('Pay', 'Declined', false)
  expect(stepView(run.state, 'Hotel')).toEqual({ tone: 'undone', word: 'Undoing', note: 'undoing' })
  run.fail('Hotel')
  expect(stepView(run.state, 'Hotel').note).toBe('undo failed, retrying')
  run.fire('retry')
  run.complete('Hotel')
  expect(stepView(run.state, 'Hotel').word).toBe('Undone')
})
