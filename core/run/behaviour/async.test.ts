import { describe, expect, test } from 'vitest'
import type { AsyncStep, LoopStep } from '#core/definition/definition.ts'
import { effectsSoFar } from '../evolve/phase.ts'
import { ScriptedRun } from '../testing/scripted-run.ts'
import { call, definition } from '../testing/steps.ts'

const step = (more: Partial<AsyncStep> = {}): AsyncStep => ({
  type: 'ASYNC',
  name: 'Send',
  function: 'mails.send',
  ...more,
})
const started = (one: AsyncStep, saga = false): ScriptedRun => {
  const run = new ScriptedRun(definition([one, call('Then')], { saga_enabled: saga }), { input: { n: 1 } })
  run.own()
  return run
}
const ended = { type: 'attempt_ended', step: 'Send', iteration: 1, attempt: 1 } as const
const lost = {
  kind: 'failed',
  error: { code: 'WORKER_LOST', message: 'gone' },
  retryable: false,
  cause: 'worker_crash',
} as const

describe('public run 11: the recovery of a workflow', () => {
  const offered = (one: AsyncStep) => {
    const run = new ScriptedRun(definition([one], { recovery: { stale_seconds: 30, attempts: 1 } }))
    run.own()
    return run.plan()
  }
  test('goes with the offer of its ASYNC steps', () => {
    expect(offered(step({ idempotent: true }))).toMatchObject([{ heartbeatTimeoutMs: 30_000, recoveries: 1 }])
  })
  test('leaves the heartbeat timeout of a step as it is', () => {
    expect(offered(step({ heartbeat_timeout_seconds: 5 }))).toMatchObject([{ heartbeatTimeoutMs: 5_000 }])
  })
})

describe('an ASYNC step', () => {
  test('A5, A34: is offered to the workers of its queue, and the run is PENDING_ASYNC', () => {
    const run = started(
      step({ with: { to: '{{ input.n }}' }, queue: 'slow', idempotent: true, heartbeat_timeout_seconds: 5 }),
    )
    expect(run.views.at(-1)).toMatchObject({ status: 'PENDING_ASYNC', publicStatus: 'running', taskState: 'blocked' })
    expect(run.owed('worker_task', 'Send')).toEqual({
      kind: 'worker_task',
      id: 'work:Send:1:1',
      step: 'Send',
      iteration: 1,
      attempt: 1,
      queue: 'slow',
      idempotent: true,
      heartbeatTimeoutMs: 5_000,
      call: { function: 'mails.send', with: { to: 1 }, input: { n: 1 }, state: { n: 1 }, key: 'run/Send/1/do' },
    })
    expect(effectsSoFar(run.state)).toBe('final')
  })

  test('goes to the default queue, with nothing but what is said', () => {
    const task = started(step()).owed('worker_task', 'Send')
    expect(task).toMatchObject({ queue: 'default', idempotent: false, call: { with: null } })
    expect(task).not.toHaveProperty('heartbeatTimeoutMs')
  })

  test('knows its round within a loop', () => {
    const loop: LoopStep = {
      type: 'LOOP',
      name: 'Each',
      mode: 'ITERATE',
      iterate_over: '[7, 8]',
      loop_body: [step()],
    }
    const run = new ScriptedRun(definition([loop]))
    run.own()
    expect(run.owed('worker_task', 'Send').call).toMatchObject({ each: { item: 7, index: 0 } })
  })

  test('A6, A27: goes on when the worker reports', () => {
    const run = started(step())
    run.send({ ...ended, outcome: { kind: 'completed', output: { sent: 3 } } })
    expect(run.views.at(-1)?.status).toBe('ACTIVE')
    expect(run.state.data).toEqual({ n: 1, sent: 3 })
    expect(run.plan().map(({ kind }) => kind)).toEqual(['attempt'])
    expect(run.refusal({ ...ended, outcome: { kind: 'completed', output: { sent: 4 } } }).code).toBe('STALE')
  })

  test('A6: fails with what the function threw, after the attempts of its policy', () => {
    const run = started(step({ retry: { max_attempts: 2, initial_interval_seconds: 0 } }))
    const outcome = { kind: 'failed', error: { code: 'Error', message: 'no' }, retryable: true } as const
    run.send({ ...ended, outcome })
    run.fire('retry')
    expect(run.owed('worker_task', 'Send')).toMatchObject({ attempt: 2, call: { key: 'run/Send/1/do' } })
    run.send({ ...ended, attempt: 2, outcome })
    expect(run.views.at(-1)?.status).toBe('FAILED')
  })

  test('A7, A18, A19: ends the run FAILED_WORKER_CRASH when its worker is lost, and a retry opens it again', () => {
    const run = started(step())
    run.send({ ...ended, outcome: lost })
    expect(run.views.at(-1)).toMatchObject({ status: 'FAILED_WORKER_CRASH', publicStatus: 'failed' })
    expect(run.state.outcome?.error).toMatchObject({ code: 'WORKER_LOST', step: 'Send' })
    run.send({ type: 'retry', actor: { id: 'ana' } })
    expect(run.views.at(-1)?.status).toBe('PENDING_ASYNC')
    expect(run.owed('worker_task', 'Send')).toMatchObject({ attempt: 2 })
  })

  test('hands a lost worker to its failure edge like any other failure', () => {
    const run = new ScriptedRun(definition([step({ on_failure: { target_step: 'Then' } }), call('Then')]))
    run.own()
    run.send({ ...ended, outcome: lost })
    expect(run.state.open).toEqual(['Then'])
  })

  test('has a time limit that holds while no worker takes it', () => {
    const run = started(step({ timeout_seconds: 60 }))
    expect(run.owed('timer', 'Send')).toMatchObject({ purpose: 'timeout', dueAt: run.now + 60_000 })
    run.fire('timeout')
    expect(run.state.outcome?.error).toMatchObject({ code: 'TIMEOUT', message: 'Not completed within 60 s.' })
  })

  test('fails where its arguments cannot be rendered, and offers nothing', () => {
    const run = started(step({ with: { a: '{{ input.nothing }}' }, timeout_seconds: 60 }))
    expect(run.state.outcome?.error?.code).toBe('FIELD_NOT_FOUND')
    expect(run.plan()).toEqual([])
  })

  test('shows its progress and keeps its limit meanwhile', () => {
    const run = started(step({ timeout_seconds: 60 }))
    run.send({ type: 'progress', step: 'Send', iteration: 1, attempt: 1, fraction: 0.5, note: 'half' })
    expect(run.state.steps.Send).toMatchObject({ fraction: 0.5, note: 'half', queue: 'default' })
    expect(run.owed('timer', 'Send').purpose).toBe('timeout')
  })

  test('A22, A23: is cancelled at once; what its worker says then changes nothing', () => {
    const run = started(step())
    run.send({ type: 'cancel', actor: { id: 'ana' } })
    expect(run.views.at(-1)?.status).toBe('CANCELLED')
    expect(run.plan()).toEqual([])
    expect(run.refusal({ ...ended, outcome: { kind: 'completed', output: {} } }).code).toBe('STALE')
  })
})
