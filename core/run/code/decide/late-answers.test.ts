import { describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import type { Command } from '../../command.ts'
import { runError } from '../../views/status.ts'
import type { CodeCommand, CodeNote } from '../code-state.ts'
import { compareCommand } from '../match.ts'
import { activity, ana, ScriptedCodeRun, sleep } from '../testing/scripted-code-run.ts'

const child = { kind: 'child', n: 1, name: 'Billing', input: {} } as const
const never_began = { step: 'child:Billing#1', iteration: 1 }
const childEnded = { type: 'child_ended', child_run_id: 'id-1', status: 'COMPLETED', state: {} } as const

function begin(...commands: readonly CodeCommand[]): ScriptedCodeRun {
  const run = new ScriptedCodeRun()
  run.own()
  run.answer({ commands })
  return run
}

describe('the end of a child of code', () => {
  it('is stale where the run never had the child, or has ended', () => {
    expect(begin().refusal(childEnded).code).toBe('STALE')
    const ended = begin(child)
    ended.send({ type: 'cancel', actor: ana, force: true })
    expect(ended.refusal(childEnded).code).toBe('STALE')
  })

  it('is recorded where the child could not be made, also when the run no longer knows it', () => {
    const failed = { ...childEnded, status: 'FAILED', never_began } as const
    expect(begin().send({ ...failed, child_run_id: 'lost' })).toEqual(['child:Billing#1 child.ended'])
    const ended = begin({ ...child, abandon: true })
    ended.send({ type: 'cancel', actor: ana, force: true })
    expect(ended.send(failed).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'child:Billing#1 child.ended',
    ])
  })

  it('is only recorded once the body has withdrawn the command', () => {
    const run = begin(child)
    run.send({ type: 'signal', actor: ana, signal_name: 'stop', payload: null })
    run.answer({ notes: [{ kind: 'cancel', n: 1 }] })
    run.send(childEnded)
    expect(run.history.at(-1)?.type).toBe('workflow.child.ended')
    expect(run.kinds()).not.toContain('code_task')
  })
})

describe('the end of an attempt of code', () => {
  const completed = { kind: 'completed', output: 1 } as const
  const ended = { type: 'attempt_ended', step: 'pay#1', iteration: 1, attempt: 1, outcome: completed } as const

  it.each<[string, Partial<typeof ended> | { readonly attempt: number }]>([
    ['another attempt', { attempt: 2 }],
    ['a command that does not exist', { step: 'mail#2' as never }],
  ])('is stale for %s', (_, other) => {
    expect(begin(activity(1, 'pay')).refusal({ ...ended, ...other } as Command).code).toBe('STALE')
  })

  it('is stale for a command that is no activity', () => {
    expect(begin(sleep(1)).refusal({ ...ended, step: 'sleep#1' }).code).toBe('STALE')
  })

  it('is a failure for the body where the activity returns a directive, whatever its policy', () => {
    const run = begin(activity(1, 'pay', { options: { retry: { maximumAttempts: 5 } } } as never))
    const directive = { kind: 'pause', result: null } as const
    expect(run.end('pay#1', { kind: 'directive', directive })[0]).toContain('pay#1 failed')
    expect(run.delivery.news).toMatchObject([{ kind: 'rejected', n: 1, failure: { type: 'DIRECTIVE_NOT_ALLOWED' } }])
  })
})

describe('commands of people and of the engine that code does not take', () => {
  it.each<[string, Command, string]>([
    ['withdrawn work', { type: 'work_withdrawn', step: 'pay#1', iteration: 1, attempt: 1 }, 'STALE'],
    ['a retried child', { type: 'child_retried', child_run_id: 'id-1' }, 'STALE'],
    ['checked conditions', { type: 'conditions_checked', due: 1, resources: {} }, 'STALE'],
    ['conditions that are due', { type: 'conditions_due' }, 'STALE'],
    ['granted locks', { type: 'locks_granted', request: 1, tokens: {} }, 'STALE'],
    ['refused locks', { type: 'locks_refused', request: 1, retry_note: '', blocked_by: [] }, 'STALE'],
    ['a lost lock', { type: 'lock_lost', resource: 'db', actor: ana, reason: 'taken' }, 'STALE'],
    ['a next step', { type: 'next_step', actor: ana, user_input: {} }, 'NOT_MANUAL'],
    ['a skip', { type: 'skip', actor: ana, step: 'pay#1' }, 'INVALID_TRANSITION'],
    ['force with compensation', { type: 'cancel', actor: ana, force: true, compensate: true }, 'INVALID_INPUT'],
  ])('%s', (_, command, code) => {
    const run = begin(activity(1, 'pay'))
    const before = run.state
    expect(run.refusal(command).code).toBe(code)
    expect(run.state).toBe(before)
  })

  it('a cancellation of a run that has ended', () => {
    const run = begin()
    run.send({ type: 'cancel', actor: ana, force: true })
    expect(run.refusal({ type: 'cancel', actor: ana }).code).toBe('INVALID_TRANSITION')
  })

  it('a cancellation before the start ends the run at once', () => {
    const run = new ScriptedCodeRun()
    expect(run.send({ type: 'cancel', actor: ana, cause: 'parent' })[0]).toBe('run cancelled (parent)')
  })
})

describe('the answer of a host', () => {
  it('names the newer version whose code ran, and later deliveries go to it', () => {
    const run = begin()
    run.send({ type: 'signal', actor: ana, signal_name: 'go', payload: 1 })
    const [version, hash] = [2, 'abc']
    run.send({ ...run.answerTo(), version, hash })
    const delivered = run.history.findLast(({ type }) => type === 'workflow.code.delivered')
    expect(delivered?.payload).toMatchObject({ version, hash })
    run.send({ type: 'signal', actor: ana, signal_name: 'go', payload: 2 })
    expect(run.delivery.moved).toEqual({ version, hash })
  })

  it('with a hash alone leaves the run with the code that it began with', () => {
    const run = begin()
    run.send({ type: 'signal', actor: ana, signal_name: 'go', payload: 1 })
    run.send({ ...run.answerTo(), hash: 'abc' })
    expect(run.state.code?.moved).toBeUndefined()
  })

  it('fails the run with the stack of the body, and with that of a lost host', () => {
    const stack = 'Error: no\n    at work.ts:3'
    const failed = new ScriptedCodeRun()
    failed.own()
    failed.answer({ outcome: { kind: 'failed', failure: { type: 'Error', message: 'no', stack } } })
    const lost = new ScriptedCodeRun()
    lost.own()
    for (let attempt = 1; attempt <= limits.code.deliveryAttempts; attempt += 1) {
      lost.answer({ outcome: { kind: 'lost', error: { code: 'HOST', message: 'gone', stack } } })
    }
    expect([failed, lost].map(({ state }) => [runError(state)?.code, runError(state)?.stack])).toEqual([
      ['Error', stack],
      ['STEP_QUARANTINED', stack],
    ])
  })

  it('fails the run where the body cancels itself without a request', () => {
    const run = new ScriptedCodeRun()
    run.own()
    run.answer({ outcome: { kind: 'cancelled' } })
    expect(runError(run.state)?.code).toBe('CancelledFailure')
  })

  it('fails the run where it asks for too many commands at once', () => {
    const run = new ScriptedCodeRun()
    run.own()
    const most = limits.code.commandsPerDelivery
    run.answer({ commands: Array.from({ length: most + 1 }, (_, index) => sleep(index + 1)) })
    expect(runError(run.state)).toMatchObject({ code: 'HISTORY_LIMIT' })
    expect(runError(run.state)?.message).toContain(`${most} are possible`)
    expect(run.state.open).toEqual([])
  })

  const error = { code: 'Error', message: 'no' }
  it.each<[string, CodeNote]>([
    ['accept', { kind: 'update_accepted', update_id: 'u9' }],
    ['complete', { kind: 'update_completed', update_id: 'u9', result: 1 }],
    ['reject', { kind: 'update_rejected', update_id: 'u9', error }],
  ])('does not %s an update that is not open', (_, note) => {
    const run = new ScriptedCodeRun()
    run.own()
    expect(run.answer({ notes: [note] }).filter((line) => line.includes('update'))).toEqual([])
  })

  it('rejects an update that is open', () => {
    const run = begin()
    run.send({ type: 'update', actor: ana, update_id: 'u1', name: 'replace', args: [] })
    expect(run.answer({ notes: [{ kind: 'update_rejected', update_id: 'u1', error }] })).toContain(
      'run update.rejected',
    )
    expect(run.state.code?.updates).toEqual({})
  })
})

it('a violation names an approval by its name alone, and another command with its kind', () => {
  const approval = { n: 1, kind: 'approval', name: 'approval' } as const
  const text = (name: string) =>
    compareCommand({ ...approval, name }, { n: 1, kind: 'milestone', name: 'paid' })?.message
  expect(text('approval')).toBe('command 1: history has approval, code asks for milestone paid')
  expect(text('budget')).toBe('command 1: history has approval budget, code asks for milestone paid')
})
