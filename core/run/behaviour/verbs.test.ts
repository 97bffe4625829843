import { describe, expect, test } from 'vitest'
import { effectsSoFar } from '../evolve/phase.ts'
import { ana, ScriptedRun } from '../testing/scripted-run.ts'
import { call, decision, definition, human, subWorkflow, transform, wait } from '../testing/steps.ts'
import { allowedVerbs } from '../views/allowed-verbs.ts'
import { currentSteps } from '../views/open-work.ts'
import { runError } from '../views/status.ts'
import { viewsOf } from '../views/view-table.ts'

const pause = { type: 'pause', actor: ana, reason: 'lunch' } as const
const unpause = { type: 'resume', actor: ana } as const
const cancel = { type: 'cancel', actor: ana, reason: 'no longer needed' } as const
const acknowledge = { type: 'acknowledge', actor: ana } as const
const next = (user_input: object | null = null) =>
  ({ type: 'next_step', actor: ana, user_input: user_input as never }) as const

describe('own', () => {
  test('later take-overs are owned, and change nothing', () => {
    const run = new ScriptedRun(definition([call('A')]))
    run.own()
    const before = run.plan()
    expect(run.own()).toEqual(['run owned'])
    expect(run.plan()).toEqual(before)
  })

  test('a take-over says when the owner before stopped in order', () => {
    const run = new ScriptedRun(definition([call('A')]))
    run.own()
    run.send({ type: 'own', engine_id: 'engine', epoch: 2, handed_back: true })
    expect(run.history.at(-1)).toMatchObject({ payload: { engine_id: 'engine', epoch: 2, handed_back: true } })
  })

  test('a run that was cancelled before it began is only owned', () => {
    const run = new ScriptedRun(definition([call('A')]))
    expect(run.send(cancel)).toEqual(['run cancelled (operator)', 'A skipped (run_ended)'])
    expect(run.state.phase).toBe('FAILED_SAFE')
    expect(run.own()).toEqual(['run owned'])
  })
})

describe('public run 12: own without a slot', () => {
  const exhausted = { type: 'own', engine_id: 'engine', epoch: 1, budget: 'exhausted' } as const

  test('the run fails before it begins, is safe, and is not called cancelled', () => {
    const run = new ScriptedRun(definition([call('A'), call('B')]), { fail_fast: true, client_state: { mine: 1 } })
    expect(run.send(exhausted)).toEqual(['run owned', 'run failed (FAILED)'])
    expect(viewsOf(run.state)).toMatchObject({ status: 'FAILED', phase: 'FAILED_SAFE', publicStatus: 'failed' })
    expect(runError(run.state)).toEqual({
      code: 'BUDGET_EXHAUSTED',
      message: 'Subprocess connection budget exhausted',
    })
    expect(run.history.at(-1)).toMatchObject({ payload: { state: { mine: 1 } } })
  })

  test('a retry begins the run', () => {
    const run = new ScriptedRun(definition([call('A')], { timeout_seconds: 60 }))
    run.send(exhausted)
    expect(run.own()).toEqual(['run owned'])
    expect(run.send({ type: 'retry', actor: ana })).toEqual([
      'run retried',
      'run reopened (retry: )',
      'run started',
      'run timer.set (run_timeout)',
      'A started',
    ])
    expect(run.complete('A')).toContain('run completed')
    expect(viewsOf(run.state).publicStatus).toBe('completed')
  })

  test('a run that has begun goes on', () => {
    const run = new ScriptedRun(definition([call('A')]))
    run.own()
    expect(run.send(exhausted)).toEqual(['run owned'])
    expect(run.complete('A')).toContain('run completed')
  })
})

describe('pause and resume', () => {
  test('a hold lets what is in flight end and starts nothing', () => {
    const run = new ScriptedRun(definition([call('A'), transform('B', { b: '1' }), call('C')]))
    run.own()
    expect(run.send(pause)).toEqual(['run paused'])
    expect(viewsOf(run.state)).toMatchObject({ publicStatus: 'paused', taskState: 'blocked', status: 'ACTIVE' })
    expect(run.complete('A')).toEqual(['A completed'])
    expect(run.send(unpause)).toEqual(['run resumed', 'B started', 'B completed', 'C started'])
    expect(viewsOf(run.state).publicStatus).toBe('running')
  })

  test('an answer while held is recorded and starts nothing', () => {
    const run = new ScriptedRun(definition([human('Ask'), call('B')]))
    run.own()
    run.send(pause)
    expect(run.resume({ ok: 1 })).toEqual([
      'Ask human_task.decided',
      'Ask resumed',
      'Ask completed',
      'run status_changed (WAITING_HUMAN_INPUT to ACTIVE)',
    ])
    expect(run.send(unpause)).toEqual(['run resumed', 'B started'])
  })

  test('an answer while held calls the function of its step when the hold ends', () => {
    const run = new ScriptedRun(definition([human('Ask', { function: 'f.book', retry: { max_attempts: 2 } })]))
    run.own()
    run.send(pause)
    expect(run.resume({ ok: 1 })).toEqual([
      'Ask human_task.decided',
      'Ask resumed',
      'run status_changed (WAITING_HUMAN_INPUT to PENDING_ASYNC)',
    ])
    expect(run.plan()).toEqual([])
    expect(run.state.effects).toBe('none')
    expect(run.send(unpause)).toEqual(['run resumed', 'Ask#2 started', 'run status_changed (PENDING_ASYNC to ACTIVE)'])
    expect(effectsSoFar(run.state)).toBe('final')
    expect(run.owed('attempt', 'Ask')).toMatchObject({ function: 'f.book', state: { ok: 1 }, key: 'run/Ask/1/do' })
    // What is being called when the next hold comes goes on.
    run.send(pause)
    expect(run.plan()).toMatchObject([{ kind: 'attempt', step: 'Ask' }])
    run.fail('Ask')
    run.fire('retry')
    run.send(unpause)
    run.complete('Ask', { booked: 1 })
    expect(run.state.outcome).toMatchObject({ status: 'COMPLETED' })
    expect(run.state.outputs.Ask).toEqual({ output: { ok: 1, booked: 1 }, decided_by: ['ana'] })
  })

  test('an answer that a hold keeps back is given up when the run turns round', () => {
    const steps = [human('Ask', { function: 'f.book' }), call('B', { dependencies: [] })]
    const run = new ScriptedRun(definition(steps), { saga: true })
    run.own()
    run.send(pause)
    run.resume({ ok: 1 }, { step: 'Ask' })
    expect(run.fail('B')).toContain('Ask skipped (run_ended)')
  })

  test('a retry whose time comes while held waits for the hold to end', () => {
    const run = new ScriptedRun(definition([call('A', { retry: { max_attempts: 2 } })]))
    run.own()
    run.fail('A')
    run.send(pause)
    expect(run.fire('retry')).toEqual(['A timer.fired'])
    expect(run.plan()).toEqual([])
    expect(run.send(unpause)).toContain('A#2 started')
  })

  test('a run that has not begun may be paused, and begins when it is resumed', () => {
    const run = new ScriptedRun(definition([call('A')]))
    run.send({ type: 'pause', actor: ana })
    expect(viewsOf(run.state).publicStatus).toBe('pending')
    expect(run.own()).toEqual(['run promoted', 'run started'])
    expect(run.send(unpause)).toEqual(['run resumed', 'A started'])
  })

  test('what does not fit is refused, with the status and the verb', () => {
    const run = new ScriptedRun(definition([call('A')]))
    run.own()
    expect(run.refusal(unpause)).toEqual({
      code: 'INVALID_TRANSITION',
      message: 'A run that is running cannot be resumed: it is not paused; to answer a wait, send an input.',
      from: 'ACTIVE',
      verb: 'resume',
    })
    run.send(pause)
    expect(run.refusal(pause).message).toBe('A run that is running cannot be paused: it is already paused.')
    run.send(unpause)
    run.complete('A')
    expect(run.refusal(pause).message).toBe('A run that completed cannot be paused.')
    expect(run.refusal(unpause).message).toBe('A run that completed cannot be resumed.')
  })
})

describe('cancel', () => {
  test('A21, A22, A29: takes effect at once; a late result changes nothing', () => {
    const run = new ScriptedRun(definition([call('A'), call('B')]), { client_state: 5 })
    run.own()
    const { iteration, attempt } = run.owed('attempt', 'A')
    expect(run.send(cancel)).toEqual(['run cancelled (operator)', 'A skipped (run_ended)', 'B skipped (run_ended)'])
    expect(run.history.find((event) => event.type === 'workflow.run.cancelled')?.payload).toEqual({
      status: 'CANCELLED',
      cause: 'operator',
      actor: ana,
      reason: 'no longer needed',
      state: 5,
    })
    expect(viewsOf(run.state)).toEqual({
      status: 'CANCELLED',
      phase: 'FAILED_UNSAFE',
      publicStatus: 'cancelled',
      taskState: 'failed',
    })
    expect(runError(run.state)).toBeNull()
    const outcome = { kind: 'completed', output: {} } as const
    expect(run.refusal({ type: 'attempt_ended', step: 'A', iteration, attempt, outcome }).code).toBe('STALE')
    expect(run.refusal({ type: 'progress', step: 'A', iteration, attempt }).code).toBe('STALE')
    expect(run.refusal(cancel).message).toBe('A run that was cancelled cannot be cancelled.')
  })

  test('is safe while nothing with effects has started', () => {
    const run = new ScriptedRun(definition([human('Ask'), call('A')]))
    run.own()
    run.send({ type: 'cancel', actor: ana })
    expect(run.state.phase).toBe('FAILED_SAFE')
    const declared = new ScriptedRun(definition([call('A', { effects: 'none' })]))
    declared.own()
    declared.send({ type: 'cancel', actor: ana, compensate: true })
    expect(declared.state.phase).toBe('FAILED_SAFE')
  })

  test('A9, A23: works from every live status', () => {
    const steps = [call('A'), human('A'), wait('A', { duration_seconds: 1 }), subWorkflow('A', 'Child')]
    for (const step of steps) {
      const run = new ScriptedRun(definition([step]))
      run.own()
      expect(run.send(cancel)).toContain('run cancelled (operator)')
      expect(run.plan()).toEqual([])
    }
  })
})

describe('acknowledge', () => {
  test.each([
    ['COMPLETED', (run: ScriptedRun) => run.complete('A'), 'COMPLETED_ACK'],
    ['FAILED', (run: ScriptedRun) => run.fail('A'), 'FAILED_UNSAFE_ACK'],
  ] as const)('closes a run that is %s; saying so again changes nothing', (status, end, phase) => {
    const run = new ScriptedRun(definition([call('A')]))
    run.own()
    expect(run.refusal(acknowledge).message).toBe('A run that is running cannot be acknowledged: it has not ended.')
    end(run)
    expect(allowedVerbs(run.state)).toContain('acknowledge')
    expect(run.send(acknowledge)).toEqual(['run acknowledged'])
    expect(viewsOf(run.state)).toMatchObject({ status, phase })
    expect(run.send(acknowledge)).toEqual([])
    expect(allowedVerbs(run.state)).toEqual([])
    expect(run.refusal({ type: 'retry', actor: ana }).code).toBe('INVALID_TRANSITION')
  })

  test('a safe failure is acknowledged as safe', () => {
    const run = new ScriptedRun(definition([decision('A', [['false', 'END']])]))
    run.own()
    run.send(acknowledge)
    expect(run.state.phase).toBe('FAILED_SAFE_ACK')
  })
})

describe('manual drive', () => {
  function manual(...steps: Parameters<typeof definition>[0]): ScriptedRun {
    const run = new ScriptedRun(definition(steps), { drive: 'manual' })
    run.own()
    return run
  }

  test('A2, A25: next_step runs exactly one step, after merging what the driver says', () => {
    const run = manual(call('A'), decision('B', [['state.b', 'C'], 'D']), call('C', { next: ['END'] }), call('D'))
    expect(run.lines().slice(2)).toEqual(['run promoted', 'run started'])
    expect(allowedVerbs(run.state)).toContain('next_step')
    expect(run.send(next({ b: true }))).toEqual(['run stepped', 'A started'])
    expect(allowedVerbs(run.state)).not.toContain('next_step')
    expect(run.complete('A')).toEqual(['A completed'])
    expect(run.send(next())).toEqual(['run stepped', 'B started', 'B completed', 'D skipped (dead)'])
    expect(run.send(next())).toEqual(['run stepped', 'C started'])
    expect(run.complete('C')).toEqual(['C completed', 'run completed'])
    expect(run.state.data).toEqual({ b: true })
  })

  test('several ready steps go in the order of the text', () => {
    const run = manual(call('A'), call('B', { dependencies: [] }), transform('C', { c: '1' }, { dependencies: [] }))
    expect(run.send(next())).toContain('A started')
    expect(run.complete('A')).toEqual(['A completed'])
    expect(run.send(next())).toContain('B started')
    expect(run.send(next())).toEqual(['run stepped', 'C started', 'C completed'])
    expect(run.complete('B')).toEqual(['B completed', 'run completed'])
  })

  test('a step skipped by its when is not the one step', () => {
    const run = manual(call('A', { when: 'state.go' }), call('B'))
    expect(run.send(next({ go: false }))).toEqual(['run stepped', 'A skipped (when)', 'B started'])
  })

  test('A78: automate_next goes on', () => {
    const run = manual(call('A', { automate_next: true }), call('B'), call('C'))
    run.send(next())
    expect(run.complete('A')).toEqual(['A completed', 'B started'])
    expect(run.complete('B')).toEqual(['B completed'])
  })

  test('retries belong to their step', () => {
    const run = manual(call('A', { retry: { max_attempts: 2 } }))
    run.send(next())
    run.fail('A')
    expect(run.fire('retry')).toContain('A#2 started')
  })

  test('A10, A25: after a resume and after a retry it waits for its driver', () => {
    const run = manual(human('Ask'), call('A'))
    run.send(next())
    expect(run.resume({})).not.toContain('A started')
    run.send(next())
    run.fail('A')
    expect(run.send({ type: 'retry', actor: ana })).toEqual(['run retried', 'run reopened (retry: A)'])
    expect(run.send(next())).toEqual(['run stepped', 'A#2 started'])
  })

  test('what does not fit is refused', () => {
    const run = manual(call('A'), call('B'))
    expect(run.refusal(next([] as object))).toMatchObject({ code: 'INVALID_INPUT', field: 'user_input' })
    run.send(next())
    expect(run.refusal(next()).message).toBe('A run that is running cannot be stepped: no step is ready to start.')
    run.send(pause)
    expect(run.refusal(next()).message).toContain('it is paused')
    run.send(unpause)
    run.send(cancel)
    expect(run.refusal(next()).code).toBe('INVALID_TRANSITION')
    const auto = new ScriptedRun(definition([call('A')]))
    auto.own()
    expect(auto.refusal(next()).code).toBe('NOT_MANUAL')
  })

  test('it forgets nothing that the driver said when it is retried from a step', () => {
    const run = manual(call('A'), call('B'))
    run.send(next({ said: 1 }))
    run.complete('A', { a: 1 })
    run.send(next())
    run.fail('B')
    run.send({ type: 'retry', actor: ana, from_step: 'A' })
    expect(run.state.data).toEqual({ said: 1 })
  })
})

test('verbs that the run would take now', () => {
  const run = new ScriptedRun(definition([human('Ask')]))
  expect(allowedVerbs(run.state)).toEqual(['pause', 'cancel'])
  run.own()
  expect(allowedVerbs(run.state)).toEqual(['resume', 'pause', 'cancel'])
  expect(currentSteps(run.state)).toEqual(['Ask'])
  run.send(pause)
  expect(allowedVerbs(run.state)).toEqual(['resume', 'cancel'])
  run.send(cancel)
  expect(allowedVerbs(run.state)).toEqual(['acknowledge'])
  const failed = new ScriptedRun(definition([call('A')]))
  failed.own()
  failed.fail('A')
  expect(allowedVerbs(failed.state)).toEqual(['retry', 'acknowledge'])
})
