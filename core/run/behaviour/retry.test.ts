import { describe, expect, test } from 'vitest'
import { ana, ScriptedRun } from '../testing/scripted-run.ts'
import { call, decision, definition, human, wait } from '../testing/steps.ts'
import { viewsOf } from '../views/view-table.ts'

const retry = { type: 'retry', actor: ana } as const
const from = (from_step: string) => ({ ...retry, from_step })

function started(...steps: Parameters<typeof definition>[0]): ScriptedRun {
  const run = new ScriptedRun(definition(steps), { input: { in: 1 } })
  run.own()
  return run
}

describe('retry', () => {
  test('A16, A28: runs the failed step again under the same key, and reuses the others', () => {
    const run = started(call('A'), call('B'), call('C'))
    run.complete('A', { a: 1 })
    const { key } = run.owed('attempt', 'B')
    run.fail('B')
    expect(run.send(retry)).toEqual(['run retried', 'run reopened (retry: B, C)', 'B#2 started'])
    expect(viewsOf(run.state)).toMatchObject({ status: 'ACTIVE', phase: 'RUNNING', publicStatus: 'running' })
    expect(run.owed('attempt', 'B')).toMatchObject({ key, iteration: 1, attempt: 2, state: { in: 1, a: 1 } })
    expect(run.state.runAttempt).toBe(2)
    run.complete('B')
    expect(run.complete('C')).toEqual(['C completed', 'run completed'])
  })

  test('A85: is for what failed and was not undone; any other end is final', () => {
    const undone = new ScriptedRun(definition([call('A')], { saga_enabled: true }))
    undone.own()
    undone.fail('A')
    const cancelled = started(call('A'))
    cancelled.send({ type: 'cancel', actor: ana })
    const completed = started(call('A'))
    completed.complete('A')
    for (const [run, status] of [
      [undone, 'FAILED_ROLLED_BACK'],
      [cancelled, 'CANCELLED'],
      [completed, 'COMPLETED'],
    ] as const) {
      expect(run.refusal(retry)).toMatchObject({ code: 'INVALID_TRANSITION', from: status, verb: 'retry' })
    }
  })

  test('the policy counts its attempts anew', () => {
    const run = started(call('A', { retry: { max_attempts: 2 } }))
    run.fail('A')
    run.fire('retry')
    run.fail('A')
    run.send(retry)
    expect(run.fail('A')[0]).toBe('A#3 progress (will retry)')
    run.fire('retry')
    expect(run.fail('A')[0]).toBe('A#4 failed (Error)')
  })

  test('what was interrupted runs again, waits included', () => {
    const run = started(
      call('A', { next: ['B', 'C', 'Ask', 'Wait'] }),
      call('B'),
      call('C'),
      human('Ask', { next: ['END'] }),
      wait('Wait', { duration_seconds: 5 }),
    )
    run.complete('A')
    const late = run.owed('timer', 'Wait').id
    run.fail('B')
    expect(run.send(retry)).toEqual([
      'run retried',
      'run reopened (retry: B, C, Ask, Wait)',
      'B#2 started',
      'C#2 started',
      'Ask#2 started',
      'Ask human_task.opened',
      'Wait#2 started',
      'Wait timer.set (wait)',
    ])
    expect(run.refusal({ type: 'timer_fired', timer_id: late }).code).toBe('STALE')
  })

  test('a run whose first step waits for a person says so when it is retried', () => {
    const run = started(human('Ask', { timeout_seconds: 1 }))
    run.fire('timeout')
    expect(run.send(retry).slice(-2)).toEqual([
      'run status_changed (ACTIVE to WAITING_HUMAN_INPUT)',
      'run waiting (Ask)',
    ])
  })

  test('with fail_fast: false what was skipped because of the failure runs, too', () => {
    const run = new ScriptedRun(
      definition([call('A'), call('B'), call('Other', { dependencies: [] })], { fail_fast: false }),
    )
    run.own()
    run.fail('A')
    run.complete('Other', { other: 1 })
    expect(viewsOf(run.state)).toMatchObject({ status: 'FAILED', publicStatus: 'failed' })
    expect(run.send(retry)).toEqual(['run retried', 'run reopened (retry: A, B)', 'A#2 started'])
    run.complete('A')
    expect(run.complete('B')).toContain('run completed')
  })

  test('a step of a loop goes on in its iteration', () => {
    const run = started(call('A'), decision('B', [['state.n > 2', 'END'], 'A']))
    run.complete('A', { n: 1 })
    run.fail('A')
    expect(run.send(retry)).toContain('A@2#2 started')
    expect(run.state.data).toEqual({ in: 1, n: 1 })
    expect(run.complete('A', { n: 3 })).toContain('run completed')
  })

  test('a step that was entered by a jump is entered again', () => {
    const run = started(call('A'), call('B'), call('C'))
    run.ask('A', { kind: 'jump', target: 'C', result: null })
    run.fail('C')
    expect(run.send(retry)).toEqual(['run retried', 'run reopened (retry: C)', 'C#2 started'])
  })

  test('the same failure may happen again', () => {
    const run = started(call('A'), call('B'))
    run.fail('A')
    run.send(retry)
    expect(run.fail('A')).toEqual(['A#2 failed (Error)', 'run cancelled (fail_fast)', 'B skipped (failed)'])
    run.send(retry)
    expect(run.state.runAttempt).toBe(3)
  })

  test.each([
    ['COMPLETED', (run: ScriptedRun) => run.complete('A')],
    ['CANCELLED', (run: ScriptedRun) => run.send({ type: 'cancel', actor: ana })],
    ['ACTIVE', () => []],
  ] as const)('A13: a run that is %s is not retried', (status, end) => {
    const run = started(call('A'))
    end(run)
    expect(run.refusal(retry)).toMatchObject({ code: 'INVALID_TRANSITION', from: status, verb: 'retry' })
  })
})

describe('retry from a step', () => {
  test('A28, A87: runs it and everything downstream again; their results leave state', () => {
    const run = started(call('A'), call('B'), call('C'))
    run.complete('A', { a: 1, shared: 'a' })
    run.complete('B', { b: 1, shared: 'b' })
    run.fail('C')
    expect(run.send(from('B'))).toEqual(['run retried', 'run reopened (retry: B, C)', 'B@2 started'])
    expect(run.state.data).toEqual({ in: 1, a: 1, shared: 'a' })
    expect(Object.keys(run.state.outputs)).toEqual(['A'])
    run.complete('B')
    expect(run.complete('C')).toEqual(['C#2 completed', 'run completed'])
  })

  test('a loop begins anew', () => {
    const run = started(call('A'), decision('B', [['state.n > 2', 'C'], 'A']), call('C'))
    run.complete('A', { n: 1 })
    run.complete('A', { n: 2 })
    run.complete('A', { n: 3 })
    run.fail('C')
    expect(run.send(from('A'))).toContain('A@4 started')
    expect(run.state.data).toEqual({ in: 1 })
  })

  test('failures elsewhere are opened, too', () => {
    const run = started(call('A', { next: ['B', 'C'] }), call('B', { next: ['END'] }), call('C', { next: ['END'] }))
    run.complete('A')
    run.complete('B')
    run.fail('C')
    expect(run.send(from('B'))).toEqual(['run retried', 'run reopened (retry: B, C)', 'B@2 started', 'C#2 started'])
  })

  test('a jump of a step that runs again no longer counts, one of a step that stays does', () => {
    const steps = [call('A'), call('B'), call('C'), call('D'), call('E')] as const
    const jump = { kind: 'jump', target: 'D', result: null } as const
    const again = started(...steps)
    again.complete('A')
    again.ask('B', jump)
    again.fail('D')
    expect(again.send(from('B'))).toEqual(['run retried', 'run reopened (retry: B, C, D, E)', 'B@2 started'])
    expect(again.complete('B')).toEqual(['B@2 completed', 'C started'])
    const kept = started(...steps)
    kept.complete('A')
    kept.ask('B', jump)
    kept.complete('D')
    kept.fail('E')
    expect(kept.send(from('D'))).toEqual(['run retried', 'run reopened (retry: D, E)', 'D@2 started'])
  })

  test('a loop that begins before a step which is yet to be retried moves it on', () => {
    const run = started(call('A'), call('B'))
    run.complete('A')
    run.fail('B')
    run.send(from('A'))
    run.ask('A', { kind: 'jump', target: 'A', result: null })
    run.complete('A')
    expect(run.lines().at(-1)).toBe('B@2 started')
  })

  test('the step must be there, and have run', () => {
    const run = started(call('A'), call('B'))
    run.fail('A')
    expect(run.refusal(from('Nowhere'))).toMatchObject({ code: 'STEP_NOT_FOUND', field: 'from_step' })
    expect(run.refusal(from('B')).message).toBe('A run that failed cannot be retried: it never reached B.')
    const never = new ScriptedRun(definition([call('A'), call('X', { dependencies: ['X'] })]))
    never.own()
    never.fail('A')
    expect(never.refusal(from('X')).code).toBe('INVALID_TRANSITION')
  })
})
