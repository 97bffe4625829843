import { expect, test } from 'vitest'
import type { RunEventBody } from '../event.ts'
import { describeEvent } from './describe-event.ts'
import { error, visit } from './testing/event-sentences.ts'

const ana = { id: 'ana', name: 'Ana' }

const sentences: readonly (readonly [RunEventBody, string])[] = [
  [
    { type: 'workflow.compensation.resolved', step: 'A', iteration: 1, payload: { actor: ana, note: 'Refunded' } },
    'Ana undid A manually: Refunded.',
  ],
  [
    { type: 'workflow.code.delivered', payload: { task: 1, attempt: 1, up_to_seq: 9 } },
    'The code has seen the events up to 9.',
  ],
  [
    { type: 'workflow.code.delivery_failed', payload: { task: 1, attempt: 1, error } },
    'The code did not answer: It broke.',
  ],
  [{ type: 'workflow.code.blocked', payload: {} }, 'The code is waiting.'],
  [
    { type: 'workflow.code.blocked', payload: { reason: 'a signal', at: 'loan.ts:7' } },
    'The code is waiting for a signal at loan.ts:7.',
  ],
  [{ type: 'workflow.code.patched', payload: { id: 'fees' } }, 'The code takes the new way of fees.'],
  [
    {
      ...visit,
      type: 'workflow.node.milestone',
      payload: { command: { kind: 'milestone', name: 'half way', n: 1 } },
    },
    'The run reached half way.',
  ],
  [
    {
      ...visit,
      type: 'workflow.compensation.registered',
      payload: { command: { kind: 'compensation', name: 'refund', n: 1, at: 0 }, with: [] },
    },
    'refund was registered as a compensation.',
  ],
  ...(
    [
      ['started', { key: 'k' }, 'Compensation refund#1 started (attempt 2).'],
      ['completed', { outcome: 'done' }, 'Compensation refund#1 completed.'],
      [
        'failed',
        { error: { code: 'Error', message: 'Offline' }, will_retry: true },
        'Compensation refund#1 failed, retrying: Offline',
      ],
    ] as const
  ).map(([end, payload, text]): [RunEventBody, string] => {
    const of = { step: 'compensation:refund#1', iteration: 1, attempt: 2 }
    return [{ ...of, type: `workflow.compensation.${end}`, payload } as RunEventBody, text]
  }),
  [
    {
      type: 'workflow.run.cancel_requested',
      payload: { actor: ana, cause: 'operator', compensate: true },
    },
    'Ana asked the run to end and to undo what it did.',
  ],
  [
    { type: 'workflow.run.cancel_requested', payload: { actor: ana, reason: 'Enough', cause: 'operator' } },
    'Ana asked the run to end: Enough.',
  ],
  [
    {
      type: 'workflow.run.continued_as_new',
      payload: { new_run_id: 'r2', workflow: 'Loan', input: null, signals: [] },
    },
    'The run continues as r2.',
  ],
  [
    { type: 'workflow.update.requested', payload: { update_id: 'u1', name: 'raise', args: null } },
    'Update raise was received.',
  ],
  [{ type: 'workflow.update.accepted', payload: { update_id: 'u1' } }, 'Update u1 was accepted.'],
  [{ type: 'workflow.update.completed', payload: { update_id: 'u1', result: 1 } }, 'Update u1 completed.'],
  [{ type: 'workflow.update.rejected', payload: { update_id: 'u1', error } }, 'Update u1 was rejected: It broke.'],
  [{ type: 'workflow.conditions.due', payload: { cause: 'timer' } }, 'The conditions are being checked.'],
  [
    { type: 'workflow.locks.released', payload: { resources: ['device:1', 'device:2'] } },
    'The run gave back device:1 and device:2 while it waits for people.',
  ],
  [{ type: 'workflow.locks.reacquired', payload: { tokens: { 'device:1': 4 } } }, 'The run has locked device:1 again.'],
  [
    { type: 'workflow.locks.lost', payload: { resource: 'device:1', actor: ana, reason: 'It hangs' } },
    'Ana took the lock of device:1 away: It hangs.',
  ],
]

test.each(sentences.map(([body, sentence]) => [sentence, body] as const))('%s', (sentence, body) => {
  expect(describeEvent({ seq: 1, at: 0, ...body })).toBe(sentence)
})
