import { describe, expect, it } from 'vitest'
import { executable } from '#core/definition/executable.ts'
import { previewCancel } from '../../preview/preview-cancel.ts'
import { allowedVerbs } from '../../views/allowed-verbs.ts'
import { runError } from '../../views/status.ts'
import { viewsOf } from '../../views/view-table.ts'
import type { ActivityOptions, CodeCommand } from '../code-state.ts'
import { activity, ana, codeOptions, ScriptedCodeRun, sleep } from '../testing/scripted-code-run.ts'

const failed = { kind: 'failed', failure: { type: 'NoStock', message: 'Nothing is left.' } } as const

function undo(n: number, name: string, options?: ActivityOptions): CodeCommand {
  return { kind: 'compensation', n, name, function: `activities.${name}`, args: [n], ...(options && { options }) }
}

function begun(...commands: readonly CodeCommand[]): ScriptedCodeRun {
  const run = new ScriptedCodeRun()
  run.own()
  run.answer({ commands })
  return run
}

/** A body that has paid and reserved, and has registered what undoes each. */
function bought(options?: ActivityOptions): ScriptedCodeRun {
  const run = begun(activity(1, 'pay'))
  run.complete('pay#1')
  run.answer({ commands: [undo(2, 'refund', options), activity(3, 'reserve')] })
  run.complete('reserve#3')
  run.answer({ commands: [undo(4, 'release'), sleep(5)] })
  return run
}

const owed = (run: ScriptedCodeRun) => run.plan().map((effect) => effect.id)

describe('the compensations of a body', () => {
  it('run in reverse order when it fails, and the run ends as rolled back', () => {
    const run = bought()
    run.fire('wait')
    expect(run.answer({ outcome: failed })).toEqual([
      'run code.delivered',
      'run rolling_back (failure)',
      'compensation:release#4 compensation.started',
    ])
    expect(run.plan()).toMatchObject([
      { kind: 'attempt', undo: true, activity: true, function: 'activities.release', with: [4] },
    ])
    expect(run.plan()[0]).toMatchObject({ key: 'run/compensation:release#4/1/undo' })
    expect(run.complete('compensation:release#4')).toEqual([
      'compensation:release#4 compensation.completed (done)',
      'compensation:refund#2 compensation.started',
    ])
    expect(run.complete('compensation:refund#2').at(-1)).toBe('run failed (FAILED_ROLLED_BACK)')
    expect(viewsOf(run.state)).toMatchObject({ status: 'FAILED_ROLLED_BACK', phase: 'FAILED_SAFE' })
    expect(runError(run.state)).toMatchObject({ code: 'NoStock' })
    expect(allowedVerbs(run.state)).toEqual(['acknowledge'])
    expect(run.refusal({ type: 'retry', actor: ana }).code).toBe('INVALID_TRANSITION')
  })

  it('leave the run unsafe where an activity with effects has none', () => {
    const run = begun(activity(1, 'pay'), activity(2, 'mail'))
    run.complete('pay#1')
    run.complete('mail#2')
    run.answer({ commands: [undo(3, 'refund')], outcome: failed })
    run.complete('compensation:refund#3')
    expect(viewsOf(run.state)).toMatchObject({ status: 'FAILED_ROLLED_BACK', phase: 'FAILED_UNSAFE' })
  })

  it('are not needed for activities without effects, nor for a sub-workflow that ended safe', () => {
    const none = { effects: 'none' } as const
    const run = begun(activity(1, 'pay'), activity(2, 'look', { options: none }), {
      kind: 'child',
      n: 3,
      name: 'Billing',
      input: {},
    })
    run.complete('pay#1')
    run.complete('look#2')
    const [childRunId = ''] = Object.keys(run.state.children)
    run.send({ type: 'child_ended', child_run_id: childRunId, status: 'FAILED', state: {}, verdict: 'safe' })
    run.answer({ commands: [undo(4, 'refund')], outcome: failed })
    run.complete('compensation:refund#4')
    expect(viewsOf(run.state).phase).toBe('FAILED_SAFE')
  })

  it('wait for the activities in flight, one of which may be the activity that they undo', () => {
    const run = begun(undo(1, 'refund'), activity(2, 'pay', { options: { retry: { maximumAttempts: 5 } } }), sleep(3))
    run.fire('wait')
    const lines = run.answer({ outcome: failed })
    expect(lines.slice(1)).toEqual(['run rolling_back (failure)', 'run timer.set (settle)'])
    expect(owed(run)).toContain('attempt:pay#2:1:1')
    // A failed activity is not tried again while the run rolls back.
    expect(run.fail('pay#2')).toEqual(['pay#2 failed (Error, handled)', 'compensation:refund#1 compensation.started'])
    run.complete('compensation:refund#1')
    expect(viewsOf(run.state)).toMatchObject({ status: 'FAILED_ROLLED_BACK', phase: 'FAILED_SAFE' })
  })

  it('do not wait for ever: what does not settle counts as not undone', () => {
    const run = begun(undo(1, 'refund'), activity(2, 'pay'), sleep(3))
    run.fire('wait')
    run.answer({ outcome: failed })
    run.fire('settle')
    run.complete('compensation:refund#1')
    expect(viewsOf(run.state)).toMatchObject({ status: 'FAILED', phase: 'FAILED_UNSAFE' })
    expect(run.state.outcome?.notUndone).toEqual(['pay#2'])
    expect(run.refusal({ type: 'retry', actor: ana }).message).toContain('has been undone')
  })

  it('are recalled from their queue while they settle, and run in the queue of their options', () => {
    const queued = { queue: 'bank' }
    const run = begun(undo(1, 'refund', queued), activity(2, 'pay', { options: queued }), sleep(3))
    run.fire('wait')
    run.answer({ outcome: failed })
    expect(owed(run)).toEqual(expect.arrayContaining(['work:pay#2:1:1', 'recall:pay#2:1:1']))
    run.send({ type: 'work_withdrawn', step: 'pay#2', iteration: 1, attempt: 1 })
    expect(run.plan()).toMatchObject([
      { kind: 'worker_task', id: 'work:undo:compensation:refund#1:1:1', queue: 'bank', call: { activity: true } },
    ])
    const ended = { step: 'compensation:refund#1', iteration: 1, attempt: 1 }
    run.send({ type: 'attempt_ended', ...ended, outcome: { kind: 'completed', output: null } })
    expect(viewsOf(run.state)).toMatchObject({ status: 'FAILED_ROLLED_BACK', phase: 'FAILED_SAFE' })
  })

  it('are tried again by the policy of their options, and then by an operator', () => {
    const run = bought({ retry: { maximumAttempts: 2, nonRetryableErrorTypes: ['Gone'] } })
    run.fire('wait')
    run.answer({ outcome: failed })
    run.complete('compensation:release#4')
    expect(run.fail('compensation:refund#2')[0]).toBe('compensation:refund#2 compensation.failed (will retry)')
    expect(run.refusal({ type: 'timer_fired', timer_id: 'other' }).code).toBe('STALE')
    run.fire('retry')
    expect(run.fail('compensation:refund#2')[0]).toBe('compensation:refund#2#2 compensation.failed (for good)')
    expect(viewsOf(run.state)).toMatchObject({ status: 'FAILED', phase: 'FAILED_UNSAFE' })
    expect(allowedVerbs(run.state)).toEqual(['rollback', 'acknowledge'])
    run.send({ type: 'rollback', actor: ana })
    expect(run.fail('compensation:refund#2', 'Gone').at(-1)).toBe('run failed (FAILED)')
    run.send({ type: 'rollback', actor: ana })
    run.complete('compensation:refund#2')
    expect(viewsOf(run.state)).toMatchObject({ status: 'FAILED_ROLLED_BACK', phase: 'FAILED_SAFE' })
  })

  it('are tried a few times where their options have no policy, and give no directives', () => {
    const run = bought()
    run.fire('wait')
    run.answer({ outcome: failed })
    run.fail('compensation:release#4')
    expect(run.kinds()).toEqual(['timer'])
    run.fire('retry')
    run.end('compensation:release#4', { kind: 'directive', directive: { kind: 'pause', result: null } })
    expect(run.plan()).toMatchObject([{ step: 'compensation:refund#2' }])
  })

  it('stay registered where the code cannot go on: a retry with corrected code keeps them, an operator runs them', () => {
    const run = bought()
    run.fire('wait')
    const violation = { kind: 'violation', message: 'command 5 differs', details: {} } as const
    run.answer({ outcome: violation })
    expect(viewsOf(run.state)).toMatchObject({ status: 'FAILED', phase: 'FAILED_UNSAFE' })
    expect(allowedVerbs(run.state)).toEqual(['rollback', 'retry', 'acknowledge'])
    run.send({ type: 'retry', actor: ana })
    run.answer({ outcome: violation })
    run.send({ type: 'rollback', actor: ana })
    run.complete('compensation:release#4')
    run.complete('compensation:refund#2')
    expect(viewsOf(run.state).status).toBe('FAILED_ROLLED_BACK')
  })

  it('do not run when the body completes or continues as new', () => {
    for (const outcome of [
      { kind: 'completed', result: 1 },
      { kind: 'continue_as_new', input: {}, signals: [] },
    ] as const) {
      const run = bought()
      run.fire('wait')
      run.answer({ outcome })
      expect(viewsOf(run.state).status).toBe('COMPLETED')
      expect(run.plan()).toEqual([])
    }
  })
})

describe('the cancellation of a body with compensations', () => {
  const cancelled = { kind: 'cancelled' } as const

  it('undoes nothing by itself', () => {
    const run = bought()
    run.send({ type: 'cancel', actor: ana })
    run.answer({ notes: [{ kind: 'cancel', n: 5 }], outcome: cancelled })
    expect(viewsOf(run.state)).toMatchObject({ status: 'CANCELLED', phase: 'FAILED_UNSAFE' })
  })

  it('runs them where the request says so, once the body has ended', () => {
    const run = bought()
    run.send({ type: 'cancel', actor: ana, compensate: true, reason: 'Not wanted' })
    expect(run.state.rollback).toBeNull()
    run.answer({ notes: [{ kind: 'cancel', n: 5 }], outcome: cancelled })
    run.complete('compensation:release#4')
    run.complete('compensation:refund#2')
    expect(viewsOf(run.state)).toMatchObject({ status: 'CANCELLED', phase: 'FAILED_SAFE' })
    expect(run.state.outcome).toMatchObject({ reason: 'Not wanted', actor: ana })
  })

  it('runs them after the grace, and refuses messages meanwhile; force ends the rollback as it is', () => {
    const run = bought()
    run.send({ type: 'cancel', actor: ana, compensate: true })
    run.fire('cancel_grace')
    expect(owed(run)).toEqual(['attempt:undo:compensation:release#4:1:1'])
    expect(run.refusal({ type: 'signal', actor: ana, signal_name: 'a', payload: 1 }).message).toContain('rolling back')
    const update = { type: 'update', actor: ana, update_id: 'u', name: 'set', args: [] } as const
    expect(run.refusal(update).message).toContain('rolling back')
    expect(run.refusal({ type: 'cancel', actor: ana }).message).toContain('use force')
    run.send({ type: 'cancel', actor: ana, force: true })
    expect(viewsOf(run.state)).toMatchObject({ status: 'CANCELLED', phase: 'FAILED_UNSAFE' })
    expect(run.state.outcome?.notUndone).toEqual(['compensation:refund#2', 'compensation:release#4'])
  })

  it('ends a rollback that waits for activities as it is, by force', () => {
    const run = begun(undo(1, 'refund'), activity(2, 'pay'), sleep(3))
    run.fire('wait')
    run.answer({ outcome: failed })
    run.send({ type: 'cancel', actor: ana, force: true, reason: 'Enough' })
    expect(run.state.outcome).toMatchObject({ status: 'FAILED', endedBy: { reason: 'Enough' } })
    expect(run.state.outcome?.notUndone).toEqual(['compensation:refund#1', 'pay#2'])
  })

  it('tells children of the body that a rollback is wanted', () => {
    const run = begun({ kind: 'child', n: 1, name: 'Billing', input: {} }, undo(2, 'refund'))
    run.send({ type: 'cancel', actor: ana, compensate: true })
    run.sent = []
    run.answer({ notes: [{ kind: 'cancel', n: 1 }] })
    expect(run.sent).toMatchObject([{ command: { type: 'cancel', compensate: true } }])
  })

  it('is previewed: what a rollback undoes, and what stays without one', () => {
    const { state } = bought()
    const of = (more: object) =>
      previewCancel(executable(codeOptions()), state, { type: 'cancel', actor: ana, ...more })
    const names = ['compensation:release#4', 'compensation:refund#2']
    expect(of({ compensate: true })).toMatchObject({ undoes: names, notUndone: [] })
    expect(of({})).toMatchObject({ undoes: [], notUndone: names })
    expect(of({ force: true })).toMatchObject({ ends: 'CANCELLED', notUndone: names })
  })
})
