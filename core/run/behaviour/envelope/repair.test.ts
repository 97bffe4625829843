import { describe, expect, test } from 'vitest'
import { enveloped, locked, twoLocks } from '../../testing/enveloped.ts'
import { undoable } from '../../testing/saga.ts'
import { ana } from '../../testing/scripted-run.ts'
import { call, loop } from '../../testing/steps.ts'

const pure = (name: string) => call(name, { effects: 'none' })

describe('signals for which conditions wait', () => {
  test('are used up one by one: a later signal of the name stays', () => {
    const run = enveloped({
      conditions: [
        { name: 'go', signal: 'go' },
        { name: 'start', signal: 'start' },
      ],
    })
    for (const payload of [1, 2]) run.send({ type: 'signal', actor: ana, signal_name: 'go', payload })
    expect(run.state.signals).toEqual({ go: [1, 2] })
    run.send({ type: 'signal', actor: ana, signal_name: 'start', payload: null })
    expect(run.state.phase).toBe('RUNNING')
    expect(run.state.signals).toEqual({ go: [2] })
  })
})

describe('a wait for locks', () => {
  test('knows its place in the queue until the locks are granted', () => {
    const run = enveloped(twoLocks)
    const { request = 0 } = run.state.envelope ?? {}
    run.send({ type: 'locks_refused', request, retry_note: 'device:1 is held', blocked_by: ['r2'], position: 3 })
    expect(run.state.envelope).toMatchObject({ position: 3, retryNote: 'device:1 is held', blockedBy: ['r2'] })
    run.grant()
    expect(run.state.envelope).not.toHaveProperty('position')
  })
})

describe('a deadline of the envelope', () => {
  test('stands still while the run is held, and goes on with what is left of it', () => {
    const run = enveloped({ ...twoLocks, locks: { wait_timeout_seconds: 5 } })
    run.now += 2_000
    run.send({ type: 'pause', actor: ana })
    expect(run.state.envelope?.timers.lock_timeout).toEqual({ leftMs: 3_000 })
    run.now += 60_000
    run.send({ type: 'resume', actor: ana })
    expect(run.state.envelope?.timers.lock_timeout).toMatchObject({ dueAt: run.now + 3_000 })
  })
})

describe('a rollback', () => {
  test('counts a step as undone only when each of its visits is', () => {
    const run = locked([loop('Each', [undoable('A')], { iterate_over: '[1, 2]' }), pure('B')])
    run.complete('A')
    run.complete('A')
    run.fail('B')
    run.complete('A')
    expect(Object.keys(run.state.envelope?.touched ?? {})).toContain('A')
    run.complete('A')
    expect(run.state.envelope?.touched).toEqual({})
    expect(run.state.phase).toBe('FAILED_SAFE')
  })

  test('no longer counts an abandoned step once a person says that it was undone', () => {
    const run = locked([undoable('A'), call('B')], twoLocks, { saga_enabled: true })
    run.complete('A')
    run.send({ type: 'cancel', actor: ana, compensate: true })
    run.fire('settle')
    run.complete('A')
    expect(run.state.phase).toBe('FAILED_UNSAFE')
    expect(run.state.outcome?.abandoned).toEqual([{ step: 'B', iteration: 1 }])
    run.send({ type: 'rollback', actor: ana, resolved: [{ step: 'B', note: 'Nothing was sent.' }] })
    expect(run.state.phase).toBe('FAILED_SAFE')
    expect(run.state.envelope?.touched).toEqual({})
    expect(run.state.outcome?.abandoned ?? []).toEqual([])
  })
})
