import { describe, expect, it, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { runError } from '../views/status.ts'
import { viewsOf } from '../views/view-table.ts'
import type { CodeCommand } from './code-state.ts'
import { DETERMINISM_VIOLATION } from './match.ts'
import { activity, ana, codeOptions, ScriptedCodeRun, sleep } from './testing/scripted-code-run.ts'

/** A run whose body has been started, and waits for these commands. */
function begin(...commands: readonly CodeCommand[]): ScriptedCodeRun {
  const run = new ScriptedCodeRun()
  run.own()
  run.answer({ commands })
  return run
}

describe('a delivery', () => {
  it('is owed once the run has started, and its answer records all commands in one batch', () => {
    const run = new ScriptedCodeRun({ input: { id: 7 } })
    expect(run.plan()).toEqual([])
    expect(run.own()).toEqual(['run promoted', 'run started'])
    expect(run.delivery).toMatchObject({ task: 1, attempt: 1, fromSeq: 0, input: { id: 7 } })
    expect(run.delivery.news.map(({ kind }) => kind)).toEqual(['started'])
    const commands = [activity(1), sleep(2), { kind: 'child', n: 3, name: 'Billing', input: {} }] as const
    expect(run.answer({ commands })).toEqual([
      'run code.delivered',
      'fetchUser#1 started',
      'sleep#2 started',
      'sleep#2 timer.set (wait)',
      'child:Billing#3 started',
      'child:Billing#3 child.spawned',
      'run status_changed (ACTIVE to PENDING_ASYNC)',
    ])
    expect(run.kinds()).toEqual(['attempt', 'timer', 'child'])
  })

  it('code 2: takes two commits for an activity: its result, and the commands that follow', () => {
    const run = begin(activity(1))
    expect(run.complete('fetchUser#1', { name: 'Ana' })).toEqual([
      'fetchUser#1 completed',
      'run status_changed (PENDING_ASYNC to ACTIVE)',
    ])
    expect(run.delivery.news).toMatchObject([{ kind: 'resolved', n: 1, value: { name: 'Ana' } }])
    expect(run.answer({ commands: [activity(2)] })[1]).toBe('fetchUser#2 started')
  })

  it('is one at a time: news that comes meanwhile waits for the next', () => {
    const run = begin(activity(1), activity(2, 'other'))
    run.complete('fetchUser#1')
    const first = run.delivery
    run.complete('other#2')
    expect(run.kinds()).toEqual(['code_task'])
    run.send(run.answerTo(first, {}))
    expect(run.delivery.news).toMatchObject([{ kind: 'resolved', n: 2 }])
    expect(run.delivery).toMatchObject({ task: 3, fromSeq: first.upToSeq })
  })

  it('is answered once', () => {
    const run = new ScriptedCodeRun()
    run.own()
    const answer = run.answerTo()
    run.send(answer)
    expect(run.refusal(answer).code).toBe('STALE')
  })

  it('is repeated when its host was lost, three times in a row', () => {
    const run = new ScriptedCodeRun()
    run.own()
    const outcome = { kind: 'lost', error: { code: 'CODE_TASK_TIMEOUT', message: 'It ran for 2 s.' } } as const
    run.answer({ outcome })
    expect(run.delivery).toMatchObject({ id: 'code:1:2', task: 1 })
    run.answer({ outcome })
    run.answer({ outcome })
    expect(runError(run.state)).toMatchObject({ code: 'STEP_QUARANTINED' })
  })

  it('is kept back by a hold, and its news is kept', () => {
    const run = begin(activity(1))
    run.send({ type: 'pause', actor: ana })
    run.complete('fetchUser#1')
    expect(run.kinds()).toEqual([])
    expect(viewsOf(run.state)).toMatchObject({ publicStatus: 'paused', taskState: 'blocked' })
    run.send({ type: 'resume', actor: ana })
    expect(run.kinds()).toEqual(['code_task'])
  })
})

test('code 10: the state of a run of code stays small: ended commands leave it', () => {
  const run = begin(activity(1))
  for (let n = 1; n < 50; n += 1) {
    run.complete(`fetchUser#${n}`, { n })
    run.answer({ commands: [activity(n + 1)] })
  }
  expect(Object.keys(run.state.steps)).toEqual(['fetchUser#50'])
  expect(run.state.code?.commands).toBe(50)
})

describe('code 10: the four views of a run of code', () => {
  const shown = (run: ScriptedCodeRun) => {
    const { status, phase, publicStatus, taskState } = viewsOf(run.state)
    return [status, phase, publicStatus, taskState]
  }
  const child = { kind: 'child', n: 1, name: 'Billing', input: {} } as const

  it.each([
    ['an activity', [activity(1)], ['PENDING_ASYNC', 'RUNNING', 'running', 'blocked']],
    ['a timer', [sleep(1)], ['PENDING_ASYNC', 'RUNNING', 'running', 'blocked']],
    ['a child', [child], ['PENDING_SUB_WORKFLOW', 'RUNNING', 'running', 'blocked']],
    ['a child and a timer', [child, sleep(2)], ['PENDING_ASYNC', 'RUNNING', 'running', 'blocked']],
    ['nothing of its own', [], ['WAITING_HUMAN_INPUT', 'RUNNING', 'waiting', 'blocked']],
  ])('blocked on %s', (_, commands, views) => {
    expect(shown(begin(...commands))).toEqual(views)
  })

  it('queued, being run, and at its ends', () => {
    const run = new ScriptedCodeRun()
    expect(shown(run)).toEqual(['ACTIVE', 'READY', 'pending', 'queued'])
    run.own()
    expect(shown(run)).toEqual(['ACTIVE', 'RUNNING', 'running', 'leased'])
    run.answer({ outcome: { kind: 'completed', result: 5 } })
    expect(shown(run)).toEqual(['COMPLETED', 'COMPLETED', 'completed', 'succeeded'])
    const failed = new ScriptedCodeRun()
    failed.own()
    failed.answer({ outcome: { kind: 'failed', failure: { type: 'Error', message: 'no' } } })
    expect(shown(failed)).toEqual(['FAILED', 'FAILED_SAFE', 'failed', 'failed'])
    const cancelled = new ScriptedCodeRun()
    cancelled.own()
    cancelled.send({ type: 'cancel', actor: ana, force: true })
    expect(shown(cancelled)).toEqual(['CANCELLED', 'FAILED_SAFE', 'cancelled', 'failed'])
  })

  it('an activity has effects unless it says that it has none', () => {
    const ended = (options: object) => {
      const run = begin(activity(1, 'pay', { options } as never))
      run.fail('pay#1', 'Error', false)
      run.answer({ outcome: { kind: 'failed', failure: { type: 'Error', message: 'no' } } })
      return viewsOf(run.state).phase
    }
    expect([ended({}), ended({ effects: 'none' })]).toEqual(['FAILED_UNSAFE', 'FAILED_SAFE'])
  })
})

describe('code 5: attempts of an activity', () => {
  const withRetry = (retry: object, more: object = {}) =>
    begin(activity(1, 'pay', { options: { retry, ...more } } as never))

  it('without a policy there is one, and the body sees the failure', () => {
    const run = begin(activity(1, 'pay'))
    expect(run.fail('pay#1')[0]).toBe('pay#1 failed (Error, handled)')
    expect(run.delivery.news).toMatchObject([
      { kind: 'rejected', n: 1, failure: { type: 'Error', message: 'pay#1 broke' } },
    ])
  })

  it('with a policy they follow after growing waits, with the same key', () => {
    const run = withRetry({ maximumAttempts: 4, initialIntervalMs: 100, maximumIntervalMs: 300 })
    const [first] = run.plan()
    const waits: number[] = []
    for (let attempt = 1; attempt < 4; attempt += 1) {
      const from = run.now
      run.fail('pay#1')
      run.fire('retry')
      waits.push(run.now - from)
    }
    expect(waits).toEqual([100, 200, 300])
    expect(run.plan()[0]).toMatchObject({ attempt: 4, key: (first as { key: string }).key })
    expect(run.fail('pay#1')[0]).toBe('pay#1#4 failed (Error, handled)')
  })

  it('end at an error that is not retryable, or whose type the policy names', () => {
    expect(withRetry({ maximumAttempts: 5 }).fail('pay#1', 'Error', false)[0]).toContain('failed')
    const named = { maximumAttempts: 5, nonRetryableErrorTypes: ['CardRefused'] }
    expect(withRetry(named).fail('pay#1', 'CardRefused')[0]).toContain('failed')
    expect(withRetry(named).fail('pay#1', 'Busy')[0]).toContain('progress')
  })

  it('end with their time, however many the policy allows', () => {
    for (const [policy, more] of [
      [{ initialIntervalMs: 1_000, expirationIntervalMs: 2_500 }, {}],
      [{ initialIntervalMs: 1_000 }, { scheduleToCloseTimeoutMs: 2_500 }],
    ] as const) {
      const run = withRetry(policy, more)
      run.fail('pay#1')
      run.fire('retry')
      expect(run.fail('pay#1')[0]).toBe('pay#1#2 failed (Error, handled)')
    }
  })

  it('have the time limit of one attempt, and no more than is left of the whole', () => {
    const run = withRetry(
      { initialIntervalMs: 1_000 },
      { startToCloseTimeoutMs: 2_000, scheduleToCloseTimeoutMs: 2_500 },
    )
    expect(run.plan()[0]).toMatchObject({ timeoutMs: 2_000 })
    run.fail('pay#1')
    run.fire('retry')
    expect(run.plan()[0]).toMatchObject({ attempt: 2, timeoutMs: 1_500 })
  })

  it('a hold keeps the next one back', () => {
    const run = withRetry({ initialIntervalMs: 1_000 })
    run.fail('pay#1')
    run.send({ type: 'pause', actor: ana })
    run.fire('retry')
    expect(run.kinds()).toEqual([])
    run.send({ type: 'resume', actor: ana })
    expect(run.plan()[0]).toMatchObject({ kind: 'attempt', attempt: 2 })
  })
})

describe('code 6: messages', () => {
  it('signals are news in their order, before and while the body waits, also under a hold', () => {
    const run = new ScriptedCodeRun()
    const signal = (payload: number) => run.send({ type: 'signal', actor: ana, signal_name: 'on_message', payload })
    signal(1)
    run.own()
    run.answer()
    signal(2)
    run.send({ type: 'pause', actor: ana })
    signal(3)
    run.send({ type: 'resume', actor: ana })
    const data = run.delivery.news.map((news) => (news.kind === 'signal' ? news.data : news.kind))
    expect([...run.history.filter(({ type }) => type === 'workflow.signal.received')]).toHaveLength(3)
    expect(data).toEqual([2, 3])
  })

  it('1,000 that nobody has read are the most', () => {
    const run = new ScriptedCodeRun()
    run.own()
    const signal = { type: 'signal', actor: ana, signal_name: 'on_message', payload: 0 } as const
    run.answer({ unread: limits.code.queuedSignals - 1 })
    run.send(signal)
    expect(run.refusal(signal)).toMatchObject({ code: 'INVALID_TRANSITION' })
    run.answer({ unread: 0 })
    run.send(signal)
  })

  it('an update is requested once, accepted, and completed with its result', () => {
    const run = begin()
    const update = { type: 'update', actor: ana, update_id: 'u1', name: 'replace', args: [['a', 'b']] } as const
    expect(run.send(update)[0]).toBe('run update.requested')
    expect(run.send(update)).toEqual([])
    expect(run.delivery.news).toMatchObject([{ kind: 'update', update_id: 'u1', name: 'replace', args: [['a', 'b']] }])
    const notes = [
      { kind: 'update_accepted', update_id: 'u1' },
      { kind: 'update_completed', update_id: 'u1', result: 2 },
    ] as const
    expect(run.answer({ notes })).toContain('run update.completed')
    expect(run.state.code?.updates).toEqual({})
    run.send({ type: 'cancel', actor: ana, force: true })
    expect(run.refusal({ ...update, update_id: 'u2' }).code).toBe('INVALID_TRANSITION')
  })
})

describe('code 7: the cancellation of a run', () => {
  it('asks the body, which ends as cancelled', () => {
    const run = begin(activity(1))
    expect(run.send({ type: 'cancel', actor: ana, reason: 'enough' }).slice(0, 2)).toEqual([
      'run cancel_requested',
      'run timer.set (cancel_grace)',
    ])
    expect(run.delivery.news).toMatchObject([{ kind: 'cancel', reason: 'enough' }])
    expect(run.refusal({ type: 'cancel', actor: ana }).message).toContain('use force')
    const lines = run.answer({ notes: [{ kind: 'cancel', n: 1 }], outcome: { kind: 'cancelled' } })
    expect(lines).toEqual(['run code.delivered', 'fetchUser#1 skipped (cancelled)', 'run cancelled (operator)'])
    expect(run.state.outcome).toMatchObject({ status: 'CANCELLED', reason: 'enough', actor: ana })
  })

  it('ends as completed when the body cleans up and returns', () => {
    const run = begin(activity(1))
    run.send({ type: 'cancel', actor: ana })
    run.answer({ commands: [activity(2, 'cleanUp')], notes: [{ kind: 'cancel', n: 1 }] })
    run.complete('cleanUp#2')
    run.answer({ outcome: { kind: 'completed', result: 'cleaned' } })
    expect(run.state.outcome).toMatchObject({ status: 'COMPLETED', output: 'cleaned' })
  })

  it('is forced when the grace of 30 s is over, also of a body that never blocks', () => {
    const run = begin(activity(1))
    const from = run.now
    run.send({ type: 'cancel', actor: ana })
    expect(run.fire('cancel_grace').at(0)).toBe('run timer.fired')
    expect(run.now - from).toBe(30_000)
    expect(run.state.outcome?.status).toBe('CANCELLED')
  })

  it('waits for ever where the grace is 0', () => {
    const run = new ScriptedCodeRun({}, codeOptions({ cancel_grace_seconds: 0 }))
    run.own()
    run.answer({ commands: [activity(1)] })
    run.send({ type: 'cancel', actor: ana })
    expect(run.plan().map(({ kind }) => kind)).toEqual(['attempt', 'code_task'])
  })

  it('terminates any body at once by force', () => {
    const run = begin(activity(1), sleep(2))
    expect(run.send({ type: 'cancel', actor: ana, force: true })).toEqual([
      'run cancelled (operator)',
      'fetchUser#1 skipped (run_ended)',
      'sleep#2 skipped (run_ended)',
    ])
  })

  it('withdraws a child that the body no longer awaits', () => {
    const run = begin({ kind: 'child', n: 1, name: 'Billing', input: {} })
    run.send({ type: 'signal', actor: ana, signal_name: 'stop', payload: null })
    run.answer({ notes: [{ kind: 'cancel', n: 1 }] })
    expect(run.sent).toContainEqual({
      to: 'id-1',
      command: expect.objectContaining({ type: 'cancel', cause: 'parent' }),
    })
  })
})

describe('the end of a body', () => {
  it('code 1: a violation fails the run, and names both sides', () => {
    const run = begin(activity(1))
    run.complete('fetchUser#1')
    const message = 'command 1: history has activity fetchUser, code asks for sleep 1000 ms'
    run.answer({ outcome: { kind: 'violation', message, details: { n: 1 } } })
    expect(runError(run.state)).toMatchObject({ code: DETERMINISM_VIOLATION, message })
  })

  it('a gap in the numbers of the commands is one, too', () => {
    const run = new ScriptedCodeRun()
    run.own()
    run.answer({ commands: [activity(2)] })
    expect(runError(run.state)?.code).toBe(DETERMINISM_VIOLATION)
  })

  it('more than 50,000 commands fail the run', () => {
    const run = new ScriptedCodeRun()
    run.own()
    const state = {
      ...run.state,
      code: { ...(run.state.code as NonNullable<typeof run.state.code>), commands: 50_000 },
    }
    const result = run.decider.decide(state, run.answerTo(run.delivery, { commands: [activity(50_001)] }), {
      now: run.now,
      newId: String,
      random: () => 0,
    })
    expect(result.ok && runError(result.state)?.code).toBe('HISTORY_LIMIT')
  })

  it('code 8: continue as new ends the run and names exactly one successor, with the unread signals', () => {
    const run = begin()
    run.send({ type: 'signal', actor: ana, signal_name: 'late', payload: 1 })
    const signals = [{ name: 'late', data: 1 }]
    run.answer({ outcome: { kind: 'continue_as_new', input: { n: 2 }, signals } })
    const event = run.history.find(({ type }) => type === 'workflow.run.continued_as_new')
    expect(event?.payload).toEqual({ new_run_id: 'id-1', workflow: 'Messages', input: { n: 2 }, signals })
    expect(run.state).toMatchObject({ continuedBy: 'id-1', outcome: { status: 'COMPLETED' } })
  })
})

describe('a retry', () => {
  it('replays the whole log, starts what failed and what was in flight again, and keeps the keys', () => {
    const run = begin(activity(1, 'pay'), activity(2, 'mail'), activity(3, 'done'))
    run.complete('done#3')
    run.answer()
    const keys = run.plan().map((effect) => 'key' in effect && effect.key)
    run.fail('pay#1')
    run.answer({ outcome: { kind: 'failed', failure: { type: 'Error', message: 'no' } } })
    const lines = run.send({ type: 'retry', actor: ana })
    expect(lines.slice(0, 4)).toEqual([
      'run retried',
      'run reopened (retry: pay#1, mail#2)',
      'pay#1#2 started',
      'mail#2#2 started',
    ])
    expect(run.delivery).toMatchObject({ fromSeq: 0 })
    expect(run.plan().flatMap((effect) => ('key' in effect ? [effect.key] : []))).toEqual(keys)
  })

  it('takes no other input and no step: the code is replayed over its own history', () => {
    const run = begin()
    run.send({ type: 'signal', actor: ana, signal_name: 'x', payload: 1 })
    run.answer({ outcome: { kind: 'failed', failure: { type: 'Error', message: 'no' } } })
    expect(run.refusal({ type: 'retry', actor: ana, input: { n: 1 } })).toMatchObject({ field: 'input' })
    expect(run.refusal({ type: 'retry', actor: ana, from_step: 'a#1' })).toMatchObject({ field: 'from_step' })
  })
})

describe('an approval', () => {
  it('opens a task for the people named, and its decision is the result', () => {
    const run = begin({ kind: 'approval', n: 1, name: 'approval', task: { title: 'Pay?', groups: ['Finance'] } })
    expect(run.plan()).toMatchObject([{ kind: 'human_task', task: { title: 'Pay?', groups: ['finance'] } }])
    expect(viewsOf(run.state)).toMatchObject({ status: 'WAITING_HUMAN_INPUT', publicStatus: 'waiting' })
    run.send({ type: 'resume', actor: ana, input: { approved: true } })
    expect(run.delivery.news).toMatchObject([
      { kind: 'resolved', n: 1, value: { by: { id: 'ana', name: 'Ana' }, input: { approved: true } } },
    ])
  })

  it('refuses people whom it does not ask, and answers that do not fit its form', () => {
    const form = { type: 'object', required: ['approved'], properties: { approved: { type: 'boolean' } } }
    const task = { title: 'Pay?', assignees: ['ben'], form }
    const run = begin({ kind: 'approval', n: 1, name: 'approval', task })
    const answer = {
      type: 'resume',
      actor: ana,
      input: { approved: true },
      standing: { groups: [], manager: false },
    } as const
    expect(run.refusal(answer).code).toBe('NOT_ENTITLED')
    expect(run.refusal({ type: 'resume', actor: { id: 'ben' }, input: {} }).code).toBe('INVALID_INPUT')
  })
})

describe('code 5: children', () => {
  const child = { kind: 'child', n: 1, name: 'Billing', input: { id: 1 } } as const

  it('a result and a failure are news', () => {
    const [good, bad] = [begin(child), begin(child)]
    good.send({ type: 'child_ended', child_run_id: 'id-1', status: 'COMPLETED', state: { paid: true } })
    expect(good.delivery.news).toMatchObject([{ kind: 'resolved', n: 1, value: { paid: true } }])
    const error = { code: 'Error', message: 'no' }
    bad.send({ type: 'child_ended', child_run_id: 'id-1', status: 'FAILED', state: {}, error })
    expect(bad.delivery.news).toMatchObject([{ kind: 'rejected', n: 1, failure: { type: 'CHILD_FAILED' } }])
  })

  it('a run of code that is a child gives its parent its result', () => {
    const parent = { run_id: 'parent', step: 'Call', iteration: 1 }
    const run = new ScriptedCodeRun({ parent, depth: 1 })
    run.own()
    run.answer({ outcome: { kind: 'completed', result: ['a'] } })
    expect(run.sent.at(-1)).toMatchObject({ to: 'parent', command: { type: 'child_ended', state: ['a'] } })
  })

  it('a child that nests too deep is refused by a failure', () => {
    const run = new ScriptedCodeRun({ depth: limits.run.depth })
    run.own()
    run.answer({ commands: [child] })
    expect(run.delivery.news).toMatchObject([{ kind: 'rejected', failure: { type: 'DEPTH_EXCEEDED' } }])
  })
})
