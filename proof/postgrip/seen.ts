import { expect } from 'vitest'

const startsNothing = expect.stringContaining('Heddle starts no programs and sandboxes.')
const received = (messages: number) => ({ received: messages })

/** What the scenarios of `programs/typescript.ts` see. */
export const seenByTypescript = {
  signals: [received(2), ['a', 'b', 'c'], received(3)],
  update: [2, received(2), 3, ['x', 'y', 'z']],
  unknownMessages: ['query nothing is not registered', 'update nothing is not registered', 'failed', 'seen'],
  retries: ['attempt 3', 'attempt 3 is broken', 3],
  denied: ['No way', 1],
  slowActivity: 'activity slow timed out',
  broken: 'The body is broken',
  unregistered: 'workflow Nowhere is not registered',
  child: [42, 'The body is broken'],
  parallel: ['Hello, Ana', 'Hello, Ana'],
  timeLimit: [false, ['TimerStarted', 'TimerFired']],
  cancel: ['enough', ['cleaned']],
  cancelCaught: ['cleaned', ['cleaned']],
  cancelActivity: ['enough', ['the heartbeat was cancelled']],
  continueAsNew: 5,
  signalWithStart: [
    ['1', '2', '3'],
    expect.stringContaining('has the workflow id mailbox. It has not ended.'),
    expect.stringContaining('has the workflow id mailbox. It has ended as COMPLETED'),
  ],
  describe: [
    {
      state: 'succeeded',
      result: 8,
      memo: { by: 'Ana', 'postgrip.ui': { displayName: 'A double', tags: ['demo'] } },
      searchAttributes: { customer: 'acme' },
      workflowType: 'Double',
    },
    1,
    0,
    1,
    ['started', 'completed'],
  ],
  operations: ['ready', ['default'], 'workflow:Double', startsNothing, startsNothing],
  schedules: [12, 'paused', 'nightly', { interval_seconds: 60 }, 'deleted'],
  wrongKey: expect.stringContaining('The request is not signed with the key of the session'),
  refresh: true,
}

/** What the scenarios of `programs/python.py` see. */
export const seenByPython = {
  signals: [received(2), ['a', 'b', 'c']],
  update: [2, received(2), 3, ['x', 'y', 'z']],
  retries: [['attempt 3', 'No way'], { twice: 3, deny: 1 }],
  child: 42,
  continue_as_new: 5,
  cancel: ['cleaned', 'cleaned'],
  cancel_activity: ['enough', 'the heartbeat was cancelled'],
}
