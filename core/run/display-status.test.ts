import { expect, it } from 'vitest'
import { cellOf, displayStatusOf } from './display-status.ts'
import { initialState, type RunState } from './state.ts'
import type { StepState } from './step-state.ts'
import type { HumanWaits } from './words.ts'

const base = { iteration: 1, visits: 1, attempt: 1, attemptsBefore: 0 }
const error = { code: 'E', message: 'no' }
const state = (step: object, more: Partial<RunState> = {}): RunState => ({
  ...initialState(),
  steps: { A: { ...base, ...step } as StepState },
  ...more,
})
const childWith = (waits: HumanWaits): Partial<RunState> => ({
  children: { c: { step: 'A', iteration: 1, workflow: 'Below', waits } },
})
const oldest = { run_id: 'c', task_id: 't', step: 'Ask', workflow: 'Below', since: 1 }
const child = { status: 'waiting_child', childRunId: 'c' }

it.each<[string, RunState]>([
  ['not_reached', initialState()],
  ['not_reached', state({ status: 'again', visits: 0 })],
  ['again', state({ status: 'again' })],
  ['running', state({ status: 'running' })],
  ['with_workers', state({ status: 'running', queue: 'gpu' })],
  ['running', state({ status: 'running', queue: 'gpu', note: 'half' })],
  ['running', state({ status: 'running', queue: 'gpu', fraction: 0.5 })],
  ['retrying', state({ status: 'backing_off' })],
  ['waiting_person', state({ status: 'waiting_person' })],
  ['waiting_time', state({ status: 'waiting_time' })],
  ['waiting_signal', state({ status: 'waiting_signal' })],
  ['waiting_child', state(child)],
  ['waiting_child', state(child, childWith({ count: 0 }))],
  ['somebody_below', state(child, childWith({ count: 2 }))],
  ['person_below', state(child, childWith({ count: 1, oldest }))],
  ['signal_below', state(child, childWith({ count: 1, oldest: { ...oldest, task_id: 'signal:Ask:1' } }))],
  ['fanned_out', state({ status: 'fanned_out' })],
  ['looping', state({ status: 'looping' })],
  ['completed', state({ status: 'completed' })],
  ['failed_ignored', state({ status: 'completed', ignoredError: error })],
  ['undone', state({ status: 'completed', undone: true })],
  ['failed', state({ status: 'failed', handled: false })],
  ['failed_handled', state({ status: 'failed', handled: true })],
  ['undone', state({ status: 'failed', handled: false, undone: true })],
  ['passed_over', state({ status: 'skipped', reason: 'when' })],
  ['skipped', state({ status: 'skipped', reason: 'dead' })],
])('a step stands as %s', (displayStatus, run) => {
  expect(displayStatusOf(run, 'A')).toBe(displayStatus)
})

it('a step whose compensation is in hand is being undone', () => {
  const current = { step: 'A', iteration: 1, attempt: 1, key: 'k' }
  const rollback = { status: 'FAILED_ROLLED_BACK', since: 1, cause: 'failure', current, notUndone: [] } as const
  expect(displayStatusOf(state({ status: 'completed' }, { rollback }), 'A')).toBe('undoing')
})

it('a cell says how many attempts there were, if several, and how long a completed step took', () => {
  expect(cellOf(initialState(), 'A')).toEqual({ displayStatus: 'not_reached' })
  expect(cellOf(state({ status: 'failed', handled: false, attempt: 3 }), 'A')).toEqual({
    displayStatus: 'failed',
    attempts: 3,
  })
  expect(cellOf(state({ status: 'completed', startedAt: 10, at: 52 }), 'A')).toEqual({
    displayStatus: 'completed',
    tookMs: 42,
  })
})
