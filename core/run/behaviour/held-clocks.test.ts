import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Definition, Step } from '#core/definition/definition.ts'
import type { Effect } from '../effect.ts'
import { ana, ScriptedRun } from '../testing/scripted-run.ts'
import { call, definition, human, loop, parallel, signal, subWorkflow, wait, work } from '../testing/steps.ts'

const pause = { type: 'pause', actor: ana } as const
const unpause = { type: 'resume', actor: ana } as const

function started(steps: readonly Step[], more: Partial<Definition> = {}): ScriptedRun {
  const run = new ScriptedRun(definition(steps, more), { input: { items: [1, 2] } })
  run.own()
  return run
}

const timers = (run: ScriptedRun) =>
  run.plan().filter((effect): effect is Extract<Effect, { kind: 'timer' }> => effect.kind === 'timer')
const dueIn = (run: ScriptedRun, purpose: string) => {
  const timer = timers(run).find((each) => each.purpose === purpose)
  return timer === undefined ? undefined : timer.dueAt - run.now
}

describe('the time limit of a run', () => {
  test('stands still while the run is held, and goes on with what was left of it', () => {
    const run = started([wait('W', { duration_seconds: 1 }), call('After')], { timeout_seconds: 2 })
    const [due] = timers(run).filter(({ purpose }) => purpose === 'run_timeout')
    run.now += 500
    expect(run.send(pause)).toEqual(['run paused', 'run timer.cancelled'])
    run.now += 3_000
    run.fire('wait')
    expect(run.refusal({ type: 'timer_fired', timer_id: due?.id ?? '' }).code).toBe('STALE')
    expect(run.state.outcome).toBeNull()
    expect(run.send(unpause)).toEqual(['run resumed', 'After started', 'run timer.set (run_timeout)'])
    expect(dueIn(run, 'run_timeout')).toBe(1_500)
    run.fire('run_timeout')
    expect(run.state.outcome?.error?.code).toBe('RUN_TIMEOUT')
  })

  test('stands still for a hold although it counts the waits for people', () => {
    const run = started([human('Ask')], { timeout_seconds: 2, timeout_includes_waits: true })
    expect(dueIn(run, 'run_timeout')).toBe(2_000)
    run.send(pause)
    expect(timers(run)).toEqual([])
    run.send(unpause)
    expect(dueIn(run, 'run_timeout')).toBe(2_000)
  })

  test('does not go on when a hold ends while people are awaited, or when these answer during a hold', () => {
    const run = started([human('Ask'), call('B')], { timeout_seconds: 2 })
    expect(run.send(pause)).toEqual(['run paused'])
    expect(run.send(unpause)).toEqual(['run resumed'])
    run.send(pause)
    expect(run.resume({})).not.toContain('run timer.set (run_timeout)')
    expect(run.send(unpause)).toContain('run timer.set (run_timeout)')
  })

  test('begins to run when a run that was held before it began is let go on', () => {
    const run = new ScriptedRun(definition([call('A')], { timeout_seconds: 2 }))
    run.send(pause)
    expect(run.own()).toEqual(['run promoted', 'run started', 'run timer.set (run_timeout)', 'run timer.cancelled'])
    run.now += 60_000
    run.send(unpause)
    expect(dueIn(run, 'run_timeout')).toBe(2_000)
  })

  test('allows just as much time outside of holds, however often the run is held and for how long', () => {
    const limitMs = 60_000
    const moment = fc.record({ ms: fc.integer({ min: 0, max: 20_000 }), turn: fc.boolean() })
    fc.assert(
      fc.property(fc.array(moment, { maxLength: 30 }), (moments) => {
        const run = started([wait('W', { duration_seconds: 600_000 })], { timeout_seconds: limitMs / 1_000 })
        let left = limitMs
        for (const { ms, turn } of moments) {
          const isHeld = run.state.hold !== null
          if (!isHeld && ms >= left) break
          run.now += ms
          if (!isHeld) left -= ms
          if (turn) run.send(isHeld ? unpause : pause)
        }
        if (run.state.hold !== null) run.send(unpause)
        expect(dueIn(run, 'run_timeout')).toBe(left)
      }),
      { numRuns: 200 },
    )
  })
})

describe('the limits of waits', () => {
  const limit = { timeout_seconds: 10 }
  test.each([
    ['a person', human('A', limit)],
    ['a signal', signal('A', 'go', limit)],
    ['a child run', subWorkflow('A', 'Child', limit)],
    ['a worker', work('A', limit)],
    ['items', parallel('A', { ...limit, iterate_over: 'input.items', task_function: 'f' })],
    ['rounds', loop('A', [call('Inner')], { ...limit, iterate_over: 'input.items' })],
    ['time', wait('A', { ...limit, duration_seconds: 60 })],
  ])('stand still while the run is held: %s', (_, step) => {
    const run = started([step])
    run.now += 4_000
    expect(run.send(pause)).toEqual(['run paused', 'A timer.cancelled'])
    expect(dueIn(run, 'timeout')).toBeUndefined()
    run.now += 600_000
    expect(run.send(unpause).at(-1)).toBe('A timer.set (timeout)')
    expect(dueIn(run, 'timeout')).toBe(6_000)
    run.now += 1_000
    run.send(pause)
    run.send(unpause)
    expect(dueIn(run, 'timeout')).toBe(5_000)
    expect(run.fire('timeout')).toContain('A failed (TIMEOUT)')
  })

  test('stand still beside a reminder, which comes all the same', () => {
    const run = started([human('Ask', { timeout_seconds: 60, due_in_seconds: 30, reminders: [20, 10] })])
    run.now += 5_000
    run.send(pause)
    expect(run.fire('reminder')).toEqual(['Ask timer.fired', 'Ask human_task.reminded', 'Ask timer.set (reminder)'])
    run.send(unpause)
    expect(dueIn(run, 'timeout')).toBe(55_000)
  })

  test('end with the wait that is over when the hold ends', () => {
    const run = started([human('Ask', limit), call('B')])
    run.send(pause)
    run.resume({})
    run.send(unpause)
    expect(timers(run)).toEqual([])
  })

  test('keep what a worker says of itself', () => {
    const run = started([work('A', limit)])
    run.send(pause)
    run.send({ type: 'progress', step: 'A', iteration: 1, attempt: 1, fraction: 0.5 })
    run.send(unpause)
    expect(run.state.steps.A).toMatchObject({ fraction: 0.5 })
    expect(dueIn(run, 'timeout')).toBe(10_000)
  })
})

test('timers that fail nothing go on while the run is held: waits for time, and the back-off before another attempt', () => {
  const run = started([
    wait('W', { duration_seconds: 60, next: ['END'] }),
    call('A', { dependencies: [], retry: { max_attempts: 2 } }),
  ])
  run.fail('A')
  const before = timers(run)
  run.send(pause)
  expect(timers(run)).toEqual(before)
  run.fire('retry')
  run.fire('wait')
  expect(run.send(unpause)).toContain('A#2 started')
})
