import { describe, expect, it } from 'vitest'
import type { ActivityOptions } from '../code-state.ts'
import { activity, ana, ScriptedCodeRun } from '../testing/scripted-code-run.ts'

/** A run whose body waits for an activity with these options. */
function begun(options: ActivityOptions): ScriptedCodeRun {
  const run = new ScriptedCodeRun()
  run.own()
  run.answer({ commands: [activity(1, 'render', { options } as never)] })
  return run
}

const ids = (run: ScriptedCodeRun) => run.plan().map(({ id }) => id)
const withdrawn = { type: 'work_withdrawn', step: 'render#1', iteration: 1, attempt: 1 } as const
const queued = { queue: 'gpu', scheduleToStartTimeoutMs: 5_000 }

describe('the limit on the wait in a queue', () => {
  it('withdraws a task that nobody has taken: the body gets a failure of its own type, without another attempt', () => {
    const run = begun({ ...queued, retry: { maximumAttempts: 5 } })
    expect(ids(run)).toEqual(['work:render#1:1:1', 'start:render#1:1:1'])
    run.fire('timeout')
    expect(ids(run)).toEqual(['work:render#1:1:1', 'recall:render#1:1:1'])
    run.send(withdrawn)
    expect(run.delivery.news).toMatchObject([
      { kind: 'rejected', failure: { type: 'SCHEDULE_TO_START_TIMEOUT', message: 'Nobody took render#1 within 5 s.' } },
    ])
  })

  it('changes nothing for a task that an agent has begun, and begins anew with each attempt', () => {
    const run = begun({ ...queued, retry: { maximumAttempts: 2 } })
    run.fire('timeout')
    const failed = { kind: 'failed', error: { code: 'Error', message: 'broke' }, retryable: true } as const
    run.send({ type: 'attempt_ended', step: 'render#1', iteration: 1, attempt: 1, outcome: failed })
    run.fire('retry')
    expect(ids(run)).toEqual(['work:render#1:1:2', 'start:render#1:1:2'])
    const completed = { kind: 'completed', output: 1 } as const
    run.send({ type: 'attempt_ended', step: 'render#1', iteration: 1, attempt: 2, outcome: completed })
    expect(run.delivery.news).toMatchObject([{ kind: 'resolved', value: 1 }])
  })

  it('stands still while the run is held', () => {
    const run = begun(queued)
    run.send({ type: 'pause', actor: ana })
    expect(ids(run)).toEqual(['work:render#1:1:1'])
    run.send({ type: 'resume', actor: ana })
    run.fire('timeout')
    expect(ids(run)).toContain('recall:render#1:1:1')
  })

  it('does not count without a queue: the activity starts at once', () => {
    const run = begun({ scheduleToStartTimeoutMs: 5_000 })
    expect(ids(run)).toEqual(['attempt:render#1:1:1'])
    expect(run.refusal(withdrawn).code).toBe('STALE')
  })
})

it('the longest silence goes to the host, and to the lease of a task in a queue', () => {
  expect(begun({ heartbeatTimeoutMs: 800 }).plan()).toMatchObject([{ kind: 'attempt', heartbeatTimeoutMs: 800 }])
  expect(begun({ heartbeatTimeoutMs: 800, queue: 'gpu' }).plan()).toMatchObject([
    { kind: 'worker_task', heartbeatTimeoutMs: 800, call: { heartbeatTimeoutMs: 800 } },
  ])
})
