import { describe, expect, test } from 'vitest'
import { saga, undoable } from '../../testing/saga.ts'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import { call, decision, definition, human, wait } from '../../testing/steps.ts'
import { allowedVerbs } from '../../views/allowed-verbs.ts'
import { viewsOf } from '../../views/view-table.ts'

const booking = [
  undoable('Flight'),
  undoable('Hotel', { with: { nights: 2 }, timeout_seconds: 30 }),
  undoable('Charge'),
]

function declined(): ScriptedRun {
  const run = saga(booking)
  run.complete('Flight', { flight: 1 })
  run.complete('Hotel', { hotel: 2 })
  return run
}

describe('a saga', () => {
  test('A70: visits the failed step as a noop, then undoes in reverse order of completion', () => {
    const run = declined()
    expect(run.fail('Charge')).toEqual([
      'Charge failed (Error)',
      'run rolling_back (failure)',
      'Charge compensation.completed (noop)',
      'Hotel compensation.started',
    ])
    expect(viewsOf(run.state)).toEqual({
      status: 'ACTIVE',
      phase: 'ROLLBACK',
      publicStatus: 'running',
      taskState: 'leased',
    })
    expect(run.plan()).toEqual([
      {
        kind: 'attempt',
        id: 'attempt:undo:Hotel:1:1',
        step: 'Hotel',
        iteration: 1,
        attempt: 1,
        undo: true,
        function: 'test.undo_hotel',
        with: { nights: 2 },
        input: {},
        state: { flight: 1, hotel: 2 },
        result: { hotel: 2 },
        key: 'run/Hotel/1/undo',
        timeoutMs: 30_000,
      },
    ])
    expect(run.complete('Hotel')).toEqual(['Hotel compensation.completed (done)', 'Flight compensation.started'])
    expect(run.complete('Flight')).toEqual(['Flight compensation.completed (done)', 'run failed (FAILED_ROLLED_BACK)'])
    expect(viewsOf(run.state)).toEqual({
      status: 'FAILED_ROLLED_BACK',
      phase: 'FAILED_SAFE',
      publicStatus: 'failed',
      taskState: 'failed',
    })
    expect(run.state.outcome?.error?.step).toBe('Charge')
    expect(run.refusal({ type: 'retry', actor: ana }).code).toBe('INVALID_TRANSITION')
  })

  test('with a step with effects that nothing undoes, the world is unsafe', () => {
    const run = saga([call('Mail'), ...booking])
    run.complete('Mail')
    run.fail('Flight')
    expect(viewsOf(run.state)).toMatchObject({ status: 'FAILED_ROLLED_BACK', phase: 'FAILED_UNSAFE' })
  })

  test('A17: with nothing to undo it is rolled back all the same', () => {
    const run = saga([decision('A', [['false', 'END']])])
    expect(run.lines().slice(-3)).toEqual([
      'run rolling_back (failure)',
      'A compensation.completed (noop)',
      'run failed (FAILED_ROLLED_BACK)',
    ])
    expect(run.state.phase).toBe('FAILED_SAFE')
  })

  test('a compensation is retried by the policy of its step, or three times', () => {
    const run = saga([
      undoable('Flight', { retry: { max_attempts: 2, non_retryable: ['Final'] } }),
      undoable('Hotel'),
      call('Charge'),
    ])
    run.complete('Flight')
    run.complete('Hotel')
    run.fail('Charge')
    expect(run.fail('Hotel')).toEqual(['Hotel compensation.failed (will retry)', 'Hotel timer.set (retry)'])
    const awaited = { type: 'attempt_ended', step: 'Hotel', iteration: 1, attempt: 1, undo: true } as const
    expect(run.refusal({ ...awaited, outcome: { kind: 'completed', output: null } }).code).toBe('STALE')
    expect(run.fire('retry')).toEqual(['Hotel timer.fired', 'Hotel#2 compensation.started'])
    run.fail('Hotel')
    run.fire('retry')
    expect(run.fail('Hotel')).toEqual(['Hotel#3 compensation.failed (for good)', 'Flight compensation.started'])
    expect(run.fail('Flight', 'Final')).toEqual(['Flight compensation.failed (for good)', 'run cancelled (fail_fast)'])
    expect(viewsOf(run.state)).toMatchObject({ status: 'FAILED', phase: 'FAILED_UNSAFE' })
    expect(run.state.outcome).toMatchObject({ notUndone: ['Flight', 'Hotel'], error: { step: 'Charge' } })
  })

  test('A17, A81: a compensation without another attempt, and one that asks for something else, failed for good', () => {
    const run = declined()
    run.fail('Charge')
    expect(run.ask('Hotel', { kind: 'pause', result: null })[0]).toBe('Hotel compensation.failed (for good)')
    expect(run.fail('Flight', 'Error', false)[0]).toBe('Flight compensation.failed (for good)')
  })

  test('a retry policy bounds a compensation', () => {
    const run = saga([undoable('A', { retry: { max_attempts: 2 } }), call('B')])
    run.complete('A')
    run.fail('B')
    run.fail('A')
    run.fire('retry')
    expect(run.fail('A')[0]).toBe('A#2 compensation.failed (for good)')
  })

  test('A17, A28: what could not all be undone can be retried; what was undone runs again', () => {
    const run = declined()
    run.fail('Charge')
    run.complete('Hotel')
    run.fail('Flight', 'Error', false)
    expect(run.send({ type: 'retry', actor: ana })).toEqual([
      'run retried',
      'run reopened (retry: Hotel, Charge)',
      'Hotel@2 started',
    ])
    run.complete('Hotel')
    expect(run.state.undo.map((undo) => undo.step)).toEqual(['Flight', 'Hotel'])
    run.fail('Charge')
    run.complete('Hotel')
    expect(run.lines().at(-1)).toBe('Flight#2 compensation.started')
    expect(run.fail('Flight')[0]).toBe('Flight#2 compensation.failed (will retry)')
    run.fire('retry')
    expect(run.complete('Flight')).toEqual(['Flight compensation.completed (done)', 'run failed (FAILED_ROLLED_BACK)'])
  })

  test('each iteration of a loop is undone', () => {
    const run = saga([undoable('A'), decision('B', [['state.n > 1', 'C'], 'A']), call('C')])
    run.complete('A', { n: 1 })
    run.complete('A', { n: 2 })
    expect(run.fail('C').at(-1)).toBe('A@2 compensation.started')
    expect(run.complete('A')).toEqual(['A@2 compensation.completed (done)', 'A compensation.started'])
    run.complete('A')
    expect(run.state.phase).toBe('FAILED_UNSAFE')
  })

  test('attempts in flight settle first, waits end at once', () => {
    const run = saga([
      undoable('A', { next: ['B', 'C', 'D', 'Ask', 'Wait', 'E'] }),
      call('B', { next: ['END'] }),
      undoable('C', { next: ['After'] }),
      undoable('D', { retry: { max_attempts: 5 }, on_failure: { target_step: 'After' }, next: ['END'] }),
      human('Ask', { next: ['END'] }),
      wait('Wait', { duration_seconds: 60, next: ['END'] }),
      undoable('E', { on_error: 'ignore', next: ['END'] }),
      call('After'),
    ])
    run.complete('A')
    expect(run.fail('B')).toEqual([
      'B failed (Error)',
      'run rolling_back (failure)',
      'Ask human_task.closed (run_ended)',
      'Ask skipped (run_ended)',
      'Wait skipped (run_ended)',
      'run timer.set (settle)',
    ])
    expect(viewsOf(run.state)).toMatchObject({ phase: 'ERROR', status: 'ACTIVE' })
    run.now += 1
    expect(run.complete('C')).toEqual(['C completed'])
    expect(run.fail('D')).toEqual(['D failed (Error)'])
    run.now += 1
    expect(run.ask('E', { kind: 'pause', result: null })).toEqual([
      'E failed (DIRECTIVE_NOT_ALLOWED)',
      'E compensation.completed (noop)',
      'D compensation.completed (noop)',
      'B compensation.completed (noop)',
      'C compensation.started',
    ])
    run.complete('C')
    expect(run.complete('A')).toEqual([
      'A compensation.completed (done)',
      'run failed (FAILED_ROLLED_BACK)',
      'After skipped (run_ended)',
    ])
  })

  test('a jump of a step that settles leads nowhere', () => {
    const run = saga([call('A', { next: ['B', 'C'] }), call('B', { next: ['END'] }), call('C')])
    run.complete('A')
    run.fail('B')
    expect(run.ask('C', { kind: 'jump', target: 'A', result: null })).toEqual([
      'C completed',
      'B compensation.completed (noop)',
      'run failed (FAILED_ROLLED_BACK)',
    ])
  })

  test('an ignored or handled failure is no reason to roll back', () => {
    const run = saga([
      undoable('A', { on_error: 'ignore' }),
      call('B', { on_failure: { target_step: 'C' }, next: ['END'] }),
      call('C'),
    ])
    run.fail('A')
    run.fail('B')
    expect(run.complete('C')).toContain('run completed')
    expect(run.state.undo).toEqual([])
  })

  test('with fail_fast: false the branches end first', () => {
    const run = saga([call('A'), undoable('B', { dependencies: [] })], { fail_fast: false })
    run.fail('A')
    expect(run.complete('B')).toEqual([
      'B completed',
      'run rolling_back (failure)',
      'A compensation.completed (noop)',
      'B compensation.started',
    ])
    expect(run.fail('B', 'Error', false)).toEqual(['B compensation.failed (for good)', 'run failed (FAILED)'])
  })

  test('verbs are refused while it rolls back', () => {
    const run = declined()
    run.fail('Charge')
    expect(allowedVerbs(run.state)).toEqual(['cancel'])
    for (const type of ['pause', 'cancel', 'resume', 'retry'] as const) {
      expect(run.refusal({ type, actor: ana }).code).toBe('INVALID_TRANSITION')
    }
    const manual = new ScriptedRun(definition(booking, { saga_enabled: true }), { drive: 'manual' })
    manual.own()
    const step = { type: 'next_step', actor: ana, user_input: null } as const
    manual.send(step)
    manual.complete('Flight')
    manual.send(step)
    manual.fail('Hotel')
    expect(manual.refusal(step).message).toContain('it is rolling back')
  })

  test('a late outcome of a compensation is stale', () => {
    const run = declined()
    const late = { type: 'attempt_ended', step: 'Hotel', iteration: 1, attempt: 1, undo: true } as const
    expect(run.refusal({ ...late, outcome: { kind: 'completed', output: null } }).code).toBe('STALE')
  })

  test('A81: cancelling compensates only when asked', () => {
    const plain = declined()
    expect(plain.send({ type: 'cancel', actor: ana })).toContain('run cancelled (operator)')
    expect(plain.state.phase).toBe('FAILED_UNSAFE')
    const asked = saga([undoable('A'), human('Ask')])
    asked.complete('A')
    expect(asked.send({ type: 'cancel', actor: ana, reason: 'no', compensate: true })).toEqual([
      'run rolling_back (operator)',
      'Ask human_task.closed (run_ended)',
      'Ask skipped (run_ended)',
      'A compensation.started',
    ])
    expect(viewsOf(asked.state).status).toBe('WAITING_HUMAN_INPUT')
    expect(asked.complete('A')).toEqual(['A compensation.completed (done)', 'run cancelled (operator)'])
    expect(viewsOf(asked.state)).toMatchObject({ status: 'CANCELLED', phase: 'FAILED_SAFE' })
    expect(asked.state.outcome).toMatchObject({ actor: ana, reason: 'no' })
  })

  test('a cancellation that could not undo everything says what', () => {
    const run = saga([undoable('A'), human('Ask')])
    run.complete('A')
    run.send({ type: 'cancel', actor: ana, compensate: true })
    run.fail('A', 'Error', false)
    expect(viewsOf(run.state)).toMatchObject({ status: 'CANCELLED', phase: 'FAILED_UNSAFE' })
    expect(run.state.outcome?.notUndone).toEqual(['A'])
  })
})
