import { describe, expect, test } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { limits } from '#core/limits.ts'
import { backOffMs } from '../decide/failure/back-off.ts'
import { ScriptedRun } from '../testing/scripted-run.ts'
import { call, definition, human, subWorkflow, transform } from '../testing/steps.ts'

function started(steps: readonly Step[], more: Parameters<typeof definition>[1] = {}): ScriptedRun {
  const run = new ScriptedRun(definition(steps, more), { client_state: 'theirs' })
  run.own()
  return run
}

describe('retry', () => {
  const retry = { max_attempts: 3, initial_interval_seconds: 2, backoff: 3, non_retryable: ['ValidationError'] }

  test('attempts follow each other after a timer, and only the last failure is a failed node', () => {
    const run = started([call('A', { retry, with: { attempts: '{{ run.attempt }}' } })])
    const first = run.owed('attempt', 'A')
    expect(run.fail('A')).toEqual([
      'A progress (will retry)',
      'A timer.set (retry)',
      'run status_changed (ACTIVE to PENDING_ASYNC)',
    ])
    expect(run.state.steps.A).toMatchObject({ status: 'backing_off', retryAt: run.now + 2_000 })
    expect(run.fire('retry')).toEqual(['A timer.fired', 'A#2 started', 'run status_changed (PENDING_ASYNC to ACTIVE)'])
    expect(run.owed('attempt', 'A')).toMatchObject({ attempt: 2, key: first.key, with: first.with })
    run.fail('A')
    expect(run.state.steps.A).toMatchObject({ retryAt: run.now + 6_000 })
    run.fire('retry')
    expect(run.fail('A')).toEqual(['A#3 failed (Error)', 'run cancelled (fail_fast)'])
  })

  test('a success after a failure is a success', () => {
    const run = started([call('A', { retry })])
    run.fail('A')
    run.fire('retry')
    expect(run.complete('A')).toEqual(['A#2 completed', 'run completed'])
  })

  test('neither a non-retryable error nor a named one is tried again', () => {
    expect(started([call('A', { retry })]).fail('A', 'ValidationError')[0]).toBe('A failed (ValidationError)')
    expect(started([call('A', { retry })]).fail('A', 'Error', false)[0]).toBe('A failed (Error)')
  })

  test('the pause grows, is capped, and varies by a fifth', () => {
    expect([1, 2, 3, 10].map((attempt) => backOffMs({ max_attempts: 20 }, attempt, 0.5))).toEqual([
      1_000, 2_000, 4_000, 60_000,
    ])
    expect(backOffMs(undefined, 1, 0)).toBe(800)
    expect(backOffMs({ max_attempts: 2, initial_interval_seconds: 10, max_interval_seconds: 10 }, 1, 0.99)).toBe(10_000)
    expect(backOffMs({ max_attempts: 2, backoff: 1e9, max_interval_seconds: 1e12 }, 9, 0)).toBe(limits.run.timerMs)
  })

  test('a bound holds whatever the policy says', () => {
    const run = started([call('A', { retry: { max_attempts: 1_000_000, initial_interval_seconds: 0 } })])
    for (let attempt = 1; attempt < limits.run.retryAttempts; attempt += 1) {
      run.fail('A')
      run.fire('retry')
    }
    expect(run.fail('A')[0]).toBe(`A#${limits.run.retryAttempts} failed (Error)`)
  })
})

describe('what a failure does', () => {
  test('on_error: ignore goes on', () => {
    const run = started([call('A', { on_error: 'ignore' }), call('B')])
    expect(run.fail('A')).toEqual(['A completed (ignored)', 'B started'])
    expect(run.state.outputs.A).toEqual({ output: null })
    expect(run.state.steps.A).toMatchObject({ ignoredError: { code: 'Error', step: 'A' } })
  })

  test('A78: on_error: ignore comes after the attempts of the policy, and before a failure edge', () => {
    const retry = { max_attempts: 2 }
    const run = started([call('A', { on_error: 'ignore', retry, on_failure: { target_step: 'Help' } }), call('Help')])
    expect(run.fail('A')).toContain('A progress (will retry)')
    run.fire('retry')
    expect(run.fail('A')).toEqual(['A#2 completed (ignored)', 'Help skipped (dead)', 'run completed'])
  })

  test('A78: what failed and was ignored writes nothing, and a saga does not undo it', () => {
    const undoable = call('A', { on_error: 'ignore', output_key: 'a', compensate_function: 'test.undo' })
    const run = started([undoable, call('B')], { saga_enabled: true })
    run.fail('A')
    expect(run.state.data).toEqual({})
    expect(run.fail('B')).not.toContain('A compensation.started')
    expect(run.state.outcome?.status).toBe('FAILED_ROLLED_BACK')
  })

  test('on_error: ignore on a decision takes its default', () => {
    const step = {
      type: 'DECISION',
      name: 'A',
      on_error: 'ignore',
      routes: [{ condition: '1', target: 'B' }, { target: 'C' }],
    } as const
    const run = started([step, call('B', { next: ['END'] }), call('C')])
    expect(run.lines().slice(4)).toEqual(['A started', 'A completed (ignored)', 'B skipped (dead)', 'C started'])
  })

  test('on_failure takes over, and the other edges are dead', () => {
    const run = started([
      call('A', { on_failure: { target_step: 'Help' } }),
      call('B', { next: ['END'] }),
      call('Help'),
    ])
    expect(run.fail('A')).toEqual(['A failed (Error, handled)', 'B skipped (dead)', 'Help started'])
    expect(run.complete('Help')).toEqual(['Help completed', 'run completed'])
  })

  test('A4, A14: fail_fast: one batch with the cancellation, then skipped for what never ran', () => {
    const run = started([
      call('A', { next: ['B', 'C', 'Ask'] }),
      call('B'),
      call('C'),
      human('Ask'),
      call('D', { dependencies: ['B'] }),
    ])
    run.complete('A')
    expect(run.fail('B')).toEqual([
      'B failed (Error)',
      'Ask human_task.closed (run_ended)',
      'run cancelled (fail_fast)',
      'C skipped (run_ended)',
      'Ask skipped (run_ended)',
      'D skipped (failed)',
    ])
    expect(run.history.find((event) => event.type === 'workflow.run.cancelled')?.payload).toEqual({
      cause: 'fail_fast',
      status: 'FAILED',
      reason: 'B failed: B broke',
      error: { code: 'Error', message: 'B broke', step: 'B' },
      state: 'theirs',
    })
    expect(run.plan()).toEqual([])
  })

  test('fail_fast: false lets independent branches end, then the run fails', () => {
    const run = started(
      [
        call('A', { next: ['B', 'C'] }),
        call('B'),
        call('C', { next: ['E'] }),
        call('D', { dependencies: ['B'] }),
        call('E'),
      ],
      { fail_fast: false },
    )
    run.complete('A')
    expect(run.fail('B')).toEqual(['B failed (Error)', 'D skipped (failed)'])
    expect(run.complete('C')).toEqual(['C completed', 'E started'])
    expect(run.complete('E')).toEqual(['E completed', 'run failed (FAILED)'])
    expect(run.state.outcome?.error?.step).toBe('B')
  })

  test('what follows a step that was skipped because of a failure is skipped, too', () => {
    const run = started([call('A'), call('B'), call('C'), call('Other', { dependencies: [] })], { fail_fast: false })
    expect(run.fail('A')).toEqual(['A failed (Error)', 'B skipped (failed)', 'C skipped (failed)'])
  })

  test('of several failures the first is the reason', () => {
    const run = started([call('A', { next: ['B', 'C'] }), call('B'), call('C', { next: ['END'] })], {
      fail_fast: false,
    })
    run.complete('A')
    run.now += 1
    run.fail('C')
    run.now += 1
    run.fail('B')
    expect(run.state.outcome?.error?.step).toBe('C')
  })

  test('A15: the state stands as it was when the step failed, with message and stack of the error', () => {
    const run = started([call('A'), call('B')])
    run.complete('A', { a: 1 })
    const error = { code: 'RangeError', message: 'too far', stack: 'at b' }
    run.end('B', { kind: 'failed', error, retryable: false })
    expect(run.state.data).toEqual({ a: 1 })
    expect(run.state.outcome?.error).toEqual({ ...error, step: 'B' })
  })

  test('A15: an error is bounded, and names its step', () => {
    const run = started([call('A')])
    const error = { code: 'E'.repeat(1_000), message: 'm'.repeat(100_000), stack: 's'.repeat(100_000) }
    run.end('A', { kind: 'failed', error, retryable: false })
    const kept = run.state.outcome?.error
    expect(kept?.code).toHaveLength(Math.floor(256 / 3))
    expect(kept?.message.length).toBeLessThan(limits.run.errorMessageBytes)
    expect(kept?.stack?.length).toBeLessThan(limits.run.errorStackBytes)
    expect(kept?.step).toBe('A')
  })
})

describe('results', () => {
  test('an object is merged into state; nothing changes nothing', () => {
    const run = started([call('A'), call('B'), call('C')])
    run.complete('A', { a: 1, shared: 'a' })
    run.complete('B', null)
    run.complete('C', JSON.parse('{ "shared": "c", "__proto__": { "evil": true }, "dotted.key": 1 }'))
    expect(run.state.data).toEqual({ a: 1, shared: 'c', 'dotted.key': 1 })
    expect(run.state.outputs.B).toEqual({ output: null })
  })

  test('A78: what is ignored is a failure of any kind: of a worker, of a child, of a time limit', () => {
    const lost = { code: 'WORKER_LOST', message: 'lost' }
    const outcome = { kind: 'failed', error: lost, retryable: false, cause: 'worker_crash' } as const
    const steps: readonly [Step, (run: ScriptedRun) => unknown][] = [
      [
        { type: 'ASYNC', name: 'A', function: 'test.a' },
        (run) => run.send({ type: 'attempt_ended', step: 'A', iteration: 1, attempt: 1, outcome }),
      ],
      [subWorkflow('A', 'Child'), (run) => run.childEnded('A', 'FAILED')],
      [human('A', { timeout_seconds: 5 }), (run) => run.fire('timeout')],
    ]
    for (const [step, fail] of steps) {
      const run = started([{ ...step, on_error: 'ignore' }, call('B')])
      fail(run)
      expect(run.state.open).toEqual(['B'])
    }
  })

  test('output_key says where a result goes', () => {
    const run = started([call('A', { output_key: 'deep.down' }), call('B', { output_key: 'deep.list' })])
    run.complete('A', 5)
    run.complete('B', [1])
    expect(run.state.data).toEqual({ deep: { down: 5, list: [1] } })
  })

  test.each([
    [[1, 2], 'a list'],
    ['text', 'a string'],
  ])('A14: %j without an output_key fails the step', (result, kind) => {
    const run = started([call('A')])
    expect(run.complete('A', result)[0]).toBe('A failed (OUTPUT_KEY_REQUIRED)')
    expect(run.state.outcome?.error?.message).toContain(kind)
  })

  test.each(['list.a.b', 'a..b', '__proto__.x'])('%s cannot be set', (path) => {
    const run = started([transform('A', { list: '[1]', [path]: '1' })])
    expect(run.state.outcome?.error?.code).toBe('STATE_PATH_INVALID')
  })

  test('what is null or missing on the way is made an object', () => {
    const run = started([transform('A', { a: 'null', 'a.b.c': '1', 'x.y': '2', 'a.b.d': '3' })])
    expect(run.state.data).toEqual({ a: { b: { c: 1, d: 3 } }, x: { y: 2 } })
    expect(run.state.outputs.A).toEqual({ output: { a: null, 'a.b.c': 1, 'x.y': 2, 'a.b.d': 3 } })
  })

  test('a broken expression fails its TRANSFORM', () => {
    expect(started([transform('A', { a: '1 +' })]).state.outcome?.error?.code).toBe('EXPRESSION_INVALID')
    expect(started([transform('A', { a: 'input.b' })]).state.outcome?.error?.code).toBe('FIELD_NOT_FOUND')
    expect(started([call('A', { when: '1 +' })]).state.outcome?.error?.code).toBe('EXPRESSION_INVALID')
  })

  test('arguments are rendered when the step starts; broken ones fail it', () => {
    const run = new ScriptedRun(
      definition([call('A', { with: { id: '{{ input.id }}', run: '{{ run.workflow }}' } })]),
      { input: { id: 7 } },
    )
    run.own()
    expect(run.owed('attempt', 'A')).toMatchObject({ with: { id: 7, run: 'Test' }, key: 'run/A/1/do' })
    const broken = started([call('A', { with: { id: '{{ input.nothing.here }}' } })])
    expect(broken.lines().slice(4, 6)).toEqual(['A started', 'A failed (FIELD_NOT_FOUND)'])
  })

  test('state begins as a copy of an input that is an object', () => {
    expect(new ScriptedRun(definition([call('A')]), { input: { a: 1 } }).state.data).toEqual({ a: 1 })
    expect(new ScriptedRun(definition([call('A')]), { input: [1] }).state.data).toEqual({})
  })
})

test('A78: a step of an unknown type fails, and is named', () => {
  const run = started([{ type: 'UNKNOWN', name: 'A', written_type: 'WASM' }])
  expect(run.state.outcome?.error).toMatchObject({
    code: 'STEP_TYPE_UNKNOWN',
    message: expect.stringContaining('WASM'),
  })
})
