import { describe, expect, it, test } from 'vitest'
import { limits } from '#core/limits.ts'
import type { CodeCommand } from './code-state.ts'
import { codeOf, recordOf } from './decide/record-of.ts'
import { failureOf } from './history.ts'
import { activity, ana, ScriptedCodeRun } from './testing/scripted-code-run.ts'

function begin(...commands: readonly CodeCommand[]): ScriptedCodeRun {
  const run = new ScriptedCodeRun()
  run.own()
  run.answer({ commands })
  return run
}

const payloadOf = (run: ScriptedCodeRun, type: string) => run.history.find((event) => event.type === type)?.payload
const asking = (task: object = {}) =>
  begin({ kind: 'approval', n: 1, name: 'approval', task: { title: 'Pay?', ...task } })

describe('what people say to a run of code', () => {
  test('the reason of a signal is recorded', () => {
    const run = begin()
    run.send({ type: 'signal', actor: ana, signal_name: 'paid', payload: 1, reason: 'The bank called.' })
    expect(payloadOf(run, 'workflow.signal.received')).toMatchObject({ reason: 'The bank called.' })
  })

  test('an update is refused where as many as allowed are open', () => {
    const { decider, state, now } = begin()
    const request = { type: 'update', actor: ana, update_id: 'next', name: 'set', args: [] } as const
    const withOpen = (count: number) => {
      const updates = Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`u${n}`, { name: 'set', accepted: true }]),
      )
      const open = { ...state, code: { ...codeOf(state), updates } }
      return decider.decide(open, request, { now, newId: String, random: () => 0 })
    }
    expect(withOpen(limits.code.openUpdates - 1)).toMatchObject({ ok: true })
    expect(withOpen(limits.code.openUpdates)).toMatchObject({
      ok: false,
      refusal: {
        code: 'INVALID_TRANSITION',
        message: `${limits.code.openUpdates} updates of this run are open. Wait for one of them.`,
      },
    })
  })
})

describe('an approval of code', () => {
  it('shows its instructions as a text that can be stored, and no longer than allowed', () => {
    const long = `${String.fromCharCode(0)}Look${'.'.repeat(limits.inbox.instructionsCharacters)}`
    const opened = payloadOf(asking({ instructions: long }), 'workflow.human_task.opened') as {
      readonly instructions: string
    }
    expect(opened.instructions).toHaveLength(limits.inbox.instructionsCharacters)
    expect(opened.instructions.startsWith('\ufffdLook.')).toBe(true)
  })

  it('takes an object as its answer, and nothing else', () => {
    expect(asking().refusal({ type: 'resume', actor: ana, input: 'yes' })).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'input',
    })
  })

  it('records why it was decided', () => {
    const run = asking()
    run.send({ type: 'resume', actor: { id: 'ben' }, input: { approved: true }, reason: 'It is due.' })
    expect(payloadOf(run, 'workflow.human_task.decided')).toEqual({
      task_id: 'id-1',
      actor: { id: 'ben' },
      reason: 'It is due.',
      input: { approved: true },
    })
    expect(run.delivery.news).toMatchObject([{ value: { by: { id: 'ben' }, input: { approved: true } } }])
  })

  it('refuses an answer where nothing asks', () => {
    expect(begin().refusal({ type: 'resume', actor: ana, input: {} }).message).toContain('does not wait for an answer')
  })
})

describe('a retry of code', () => {
  const failed = (...commands: readonly CodeCommand[]) => {
    const run = begin(...commands)
    run.send({ type: 'signal', actor: ana, signal_name: 'go', payload: null })
    run.answer({ outcome: { kind: 'failed', failure: { type: 'Error', message: 'no' } } })
    return run
  }

  it('by a person who has not seen the last failure is refused', () => {
    const run = failed()
    const seen_at = run.now - 1
    expect(run.refusal({ type: 'retry', actor: ana, seen_at }).message).toContain('it failed again after your request')
    expect(run.send({ type: 'retry', actor: ana, seen_at: run.now })[0]).toBe('run retried')
  })

  it('records its reason', () => {
    const run = failed()
    run.send({ type: 'retry', actor: ana, reason: 'The bug is mended.' })
    expect(payloadOf(run, 'workflow.run.retried')).toMatchObject({ run_attempt: 2, reason: 'The bug is mended.' })
  })

  it('starts each kind of open command again as it was asked for', () => {
    const task = { title: 'Pay?', assignees: ['ana'] }
    const run = failed(
      activity(1, 'pay', { args: [5] }),
      { kind: 'timer', n: 2, name: 'sleep', duration_ms: 1_000 },
      { kind: 'child', n: 3, name: 'Billing', input: { id: 1 } },
      { kind: 'approval', n: 4, name: 'approval', task },
      { kind: 'milestone', n: 5, name: 'half' },
    )
    run.send({ type: 'retry', actor: ana })
    const started = run.history.filter(({ type }) => type === 'workflow.node.started').slice(4)
    expect(started.map(({ payload }) => (payload as { readonly with: unknown }).with)).toEqual([
      [5],
      { duration_ms: 1_000 },
      { id: 1 },
      task,
    ])
  })
})

describe('a run without the command that is looked for', () => {
  it('is a mistake of the program', () => {
    const { state } = begin(activity(1))
    expect(recordOf(state, 'fetchUser#1')).toMatchObject({ kind: 'activity', n: 1 })
    expect(() => recordOf(state, 'pay#2')).toThrow('pay#2 is no open command.')
    expect(() => codeOf({})).toThrow('not one of a workflow that is code')
  })
})

test('a failure has its stack for the body, where it is known', () => {
  const error = { code: 'Error', message: 'no' }
  expect(failureOf(error)).toEqual({ type: 'Error', message: 'no' })
  expect(failureOf({ ...error, stack: 'at pay' })).toEqual({ type: 'Error', message: 'no', stack: 'at pay' })
})
