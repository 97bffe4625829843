import { expect, test } from 'vitest'
import type { ConditionResult, PhaseChange } from '../events/envelope-event.ts'
import { describeEvent } from './describe-event.ts'

const ana = { id: 'ana', name: 'Ana' }
const error = { code: 'Error', message: 'It broke' }
const conditions: readonly ConditionResult[] = [
  { name: 'window', value: false },
  { name: 'paid', value: true },
  { name: 'go', value: false },
]
const yes = { name: 'paid', value: true }

type Change = Partial<PhaseChange> & Pick<PhaseChange, 'event'>
const phases: readonly (readonly [Change, string])[] = [
  [{ event: 'Validate', result: 'valid' }, 'The input is valid.'],
  [
    { event: 'Validate', result: 'invalid', reasons: ['a is missing', 'b is no number'] },
    'The input is invalid: a is missing; b is no number.',
  ],
  [{ event: 'Validate', result: 'invalid' }, 'The input is invalid: .'],
  [{ event: 'Conditions', result: 'error', error }, 'It broke.'],
  [{ event: 'Conditions', result: 'true' }, 'The run waits for no condition.'],
  [{ event: 'Conditions', result: 'true', conditions: [yes] }, 'All conditions are true.'],
  [{ event: 'Conditions', result: 'false', conditions }, 'The run waits for window and go.'],
  [{ event: 'Discover' }, 'The resources are being discovered.'],
  [{ event: 'Discovered', error }, 'The resources could not be discovered: It broke.'],
  [{ event: 'Discovered' }, 'The run needs no resources.'],
  [{ event: 'Discovered', resources: ['device:1', 'device:2'] }, 'The run needs device:1 and device:2.'],
  [{ event: 'Lock', to: 'LOCKING' }, 'The run tries to lock its resources.'],
  [{ event: 'Lock', to: 'SCHEDULED' }, 'The run is in the queue for its locks.'],
  [{ event: 'Unlock', error, retry_note: 'device:1 is held' }, 'It broke.'],
  [{ event: 'Unlock', retry_note: 'device:1 is held' }, 'device:1 is held.'],
  [{ event: 'Unlock' }, 'The locks are not free.'],
  [{ event: 'Run', to: 'RUNNING' }, 'The steps start.'],
  [{ event: 'Run', to: 'LOCKED' }, 'There is nothing to lock.'],
  [{ event: 'Run', to: 'LOCKED', tokens: { 'device:1': 4 } }, 'The run has locked device:1.'],
  [{ event: 'Run', to: 'LOCKED', tokens: { 'concurrency:W:a': 4 } }, 'The run has taken concurrency key a.'],
  [
    { event: 'Run', to: 'LOCKED', tokens: { 'concurrency:W:a': 4, 'device:1': 5 } },
    'The run has locked concurrency key a and device:1.',
  ],
  [{ event: 'error' }, 'The steps ended with an error.'],
  [{ event: 'error', error }, 'The steps ended with an error: It broke.'],
  [{ event: 'timeout' }, 'The time limit is over.'],
  [{ event: 'timeout', error }, 'It broke.'],
  [{ event: 'success', to: 'COMPLETED' }, 'All steps succeeded.'],
  [{ event: 'success', to: 'FAILED_SAFE' }, 'The world is as it was before the run.'],
  [{ event: 'success', to: 'FAILED_UNSAFE', not_undone: ['A', 'B'] }, 'Not undone: A and B.'],
  [{ event: 'success', to: 'FAILED_UNSAFE' }, 'Not undone: .'],
  [{ event: 'canRollback', result: 'yes' }, 'The run can be rolled back.'],
  [{ event: 'canRollback', result: 'no', not_undoable: ['A'] }, 'The run cannot be rolled back: A.'],
  [{ event: 'canRollback', result: 'no' }, 'The run cannot be rolled back: .'],
  [{ event: 'Rollback' }, 'The rollback succeeded, and the world is as it was before the run.'],
  [{ event: 'Acknowledge', result: 'auto', actor: ana }, 'The engine closed the run.'],
  [{ event: 'Acknowledge', result: 'manual' }, 'The engine closed the run.'],
  [{ event: 'Acknowledge', result: 'manual', actor: ana, note: 'Seen' }, 'Ana closed the run: Seen.'],
  [{ event: 'Acknowledge', result: 'manual', actor: { id: 'bob' } }, 'bob closed the run.'],
  [{ event: 'Cancel' }, 'The run was cancelled before its first step.'],
  [{ event: 'Retry' }, 'The run is ready for another attempt.'],
]

test.each(phases.map(([change, sentence]) => [sentence, change] as const))(
  'a change of phase reads: %s',
  (sentence, change) => {
    const payload: PhaseChange = { from: 'NEW', to: 'VALID', ...change }
    expect(describeEvent({ seq: 1, at: 0, type: 'workflow.phase.changed', payload })).toBe(sentence)
  },
)

test.each([
  [undefined, 'The conditions were checked again: nothing has changed.'],
  [conditions, 'The conditions were checked: the run still waits for window and go.'],
])('a check of the conditions says what the run still waits for', (checked, sentence) => {
  const payload = checked === undefined ? {} : { conditions: checked }
  expect(describeEvent({ seq: 1, at: 0, type: 'workflow.conditions.checked', payload })).toBe(sentence)
})
