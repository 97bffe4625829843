import { expect, test } from 'vitest'
import { saga, undoable } from '../testing/saga.ts'
import { ana as actor } from '../testing/scripted-run.ts'
import { call, human } from '../testing/steps.ts'
import { previewCancel } from './preview-cancel.ts'

const began = () => {
  const run = saga([undoable('A', { next: ['Slow', 'Ask'] }), call('Slow', { next: ['END'] }), human('Ask')])
  run.complete('A')
  return run
}

test('a run that is cancelled ends at once, and what it did stays', () => {
  const { executable, state } = began()
  expect(previewCancel(executable, state, { type: 'cancel', actor })).toEqual({
    ok: true,
    ends: 'CANCELLED',
    undoes: [],
    waitsFor: [],
    notUndone: ['A'],
    abandoned: ['Slow'],
  })
})

test('a run that compensates first says what it undoes, and what it waits for until then', () => {
  const run = began()
  const before = structuredClone(run.state)
  expect(previewCancel(run.executable, run.state, { type: 'cancel', actor, compensate: true })).toEqual({
    ok: true,
    undoes: ['A'],
    waitsFor: ['Slow'],
    notUndone: [],
    abandoned: [],
  })
  expect(run.state).toEqual(before)
})

test('a run that rolls back is ended by force alone, and says what is left', () => {
  const run = began()
  run.send({ type: 'cancel', actor, compensate: true })
  expect(previewCancel(run.executable, run.state, { type: 'cancel', actor })).toMatchObject({
    ok: false,
    refusal: { code: 'INVALID_TRANSITION' },
  })
  expect(previewCancel(run.executable, run.state, { type: 'cancel', actor, force: true })).toMatchObject({
    ends: 'CANCELLED',
    notUndone: ['A'],
    abandoned: ['Slow'],
  })
})
