import { describe, expect, test } from 'vitest'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition, loop, parallel } from '../../testing/steps.ts'
import { allowedVerbs } from '../../views/allowed-verbs.ts'
import { statusOf } from '../../views/status.ts'

const undo = { compensate_function: 'test.undo' }
const rollback = { kind: 'rollback', reason: 'fraud' } as const

function started(steps: Parameters<typeof definition>[0], more = {}): ScriptedRun {
  const run = new ScriptedRun(definition(steps, { saga_enabled: true, ...more }), { input: { items: [1, 2] } })
  run.own()
  return run
}

describe('a function that asks for a rollback', () => {
  test('A81: the run has failed and its saga undoes what it did, whatever handles failures there', () => {
    const handled = { on_failure: { target_step: 'Mend' }, on_error: 'ignore', retry: { max_attempts: 3 } } as const
    const run = started([call('A', undo), call('B', handled), call('Mend')], { fail_fast: false })
    run.complete('A')
    expect(run.ask('B', rollback)).toEqual([
      'B failed (ROLLBACK_REQUESTED)',
      'run rolling_back (failure)',
      'B compensation.completed (noop)',
      'A compensation.started',
    ])
    expect(run.complete('A')).toContain('run failed (FAILED_ROLLED_BACK)')
    expect(run.state.outcome?.error).toMatchObject({ code: 'ROLLBACK_REQUESTED', message: 'fraud', step: 'B' })
  })

  test('without a saga the run fails', () => {
    const run = started([call('A')], { saga_enabled: false })
    expect(run.ask('A', rollback)).toContain('run cancelled (fail_fast)')
  })

  test('in a loop and in a fan-out as well', () => {
    const run = started([
      loop('Loop', [call('A', undo), call('B')], { iterate_over: 'input.items', on_error: 'ignore' }),
    ])
    run.complete('A')
    expect(run.ask('B', rollback)).toEqual([
      'B failed (ROLLBACK_REQUESTED)',
      'Loop failed (ROLLBACK_REQUESTED)',
      'run rolling_back (failure)',
      'B compensation.completed (noop)',
      'A compensation.started',
    ])
    const fan = started([parallel('P', { iterate_over: 'input.items', task_function: 'f' })])
    fan.completeItem('P', 0)
    expect(fan.endItem('P', 1, { kind: 'directive', directive: rollback })).toContain('P failed (ROLLBACK_REQUESTED)')
  })

  test('while the run rolls back already it is a failure like any other', () => {
    const run = started([call('A'), call('B', { dependencies: [] })])
    run.fail('A')
    expect(run.ask('B', rollback)).toEqual([
      'B failed (ROLLBACK_REQUESTED)',
      'A compensation.completed (noop)',
      'B compensation.completed (noop)',
      'run failed (FAILED_ROLLED_BACK)',
    ])
  })
})

test('A70: a failed step without a compensation of its own is visited all the same, and has nothing to undo', () => {
  const run = started([call('A', undo), call('B')])
  run.complete('A')
  expect(run.fail('B')).toEqual([
    'B failed (Error)',
    'run rolling_back (failure)',
    'B compensation.completed (noop)',
    'A compensation.started',
  ])
})

describe('the operator verb rollback', () => {
  const halfUndone = () => {
    const run = started([call('A', undo), call('B', undo), call('C')])
    run.complete('A', { a: 1 })
    run.complete('B')
    run.fail('C')
    run.fail('B', 'Error', false)
    run.complete('A')
    return run
  }
  const verb = { type: 'rollback', actor: ana } as const

  test('A17: tries again what could not be undone; the run is FAILED_ROLLED_BACK when that succeeds', () => {
    const run = halfUndone()
    expect(statusOf(run.state)).toBe('FAILED')
    expect(allowedVerbs(run.state)).toEqual(['rollback', 'retry', 'acknowledge'])
    expect(run.send({ ...verb, reason: 'the bank is up again' })).toEqual([
      'run rolling_back (failure)',
      'B#2 compensation.started',
    ])
    expect(run.plan()).toMatchObject([{ undo: true, step: 'B', key: 'run/B/1/undo' }])
    expect(run.complete('B')).toEqual(['B compensation.completed (done)', 'run failed (FAILED_ROLLED_BACK)'])
    expect(run.state).toMatchObject({ phase: expect.stringMatching(/^FAILED_/), outcome: { error: { step: 'C' } } })
    expect(allowedVerbs(run.state)).toEqual(['acknowledge'])
  })

  test('B24: what fails again leaves the run FAILED, and may be tried once more', () => {
    const run = halfUndone()
    run.send(verb)
    expect(run.fail('B', 'Error', false)).toEqual(['B#2 compensation.failed (for good)', 'run cancelled (fail_fast)'])
    expect(run.state.outcome?.notUndone).toEqual(['B'])
    expect(run.send(verb)).toContain('B#3 compensation.started')
  })

  test('is refused where there is nothing to undo, while the run lives, and after the outcome was acknowledged', () => {
    const live = started([call('A')])
    expect(live.refusal(verb)).toMatchObject({ code: 'INVALID_TRANSITION', from: 'ACTIVE', verb: 'rollback' })
    live.complete('A')
    expect(live.refusal(verb).message).toContain('nothing is left to undo')
    const plain = started([call('A')], { saga_enabled: false })
    plain.fail('A')
    expect(plain.refusal(verb).message).toContain('nothing is left to undo')
    const run = halfUndone()
    run.send({ type: 'acknowledge', actor: ana })
    expect(run.refusal(verb).message).toContain('acknowledged')
  })
})
