import { expect, test } from 'vitest'
import { initialState } from '../state.ts'
import { checkBatch, replay } from './check-batch.ts'
import { Family } from './family.ts'
import { ana, ScriptedRun } from './scripted-run.ts'
import { call, definition } from './steps.ts'

function started(): ScriptedRun {
  const run = new ScriptedRun(definition([call('A')]))
  run.own()
  return run
}

test('says what was refused, and what was not', () => {
  const run = started()
  expect(() => run.send({ type: 'retry', actor: ana })).toThrow('INVALID_TRANSITION: A run that is running')
  expect(() => run.refusal({ type: 'pause', actor: ana })).toThrow('accepted: run paused')
})

test('says what is not owed', () => {
  const run = started()
  expect(() => run.fire('wait')).toThrow('no timer for wait')
  expect(() => run.owed('child', 'A')).toThrow('no child is owed for A')
  const family = new Family([definition([call('A')])])
  expect(() => family.of('Nobody')).toThrow('no run of Nobody')
  expect(() => new Family([])).toThrow('a family needs a workflow')
})

test('finds a state that no replay gives', () => {
  const run = started()
  const before = run.state
  const check = (state: typeof before) => () =>
    checkBatch(run.executable, before, { ok: true, events: [], state }, replay(initialState(), run.history))
  expect(check(before)).not.toThrow()
  expect(check({ ...before, data: { more: 1 } })).toThrow('the replay differs')
  expect(check({ ...before, open: [] })).toThrow('the replay differs')
  expect(check({ ...before, undo: {} as never })).toThrow('the replay differs')
})
