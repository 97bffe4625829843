import { describe, expect, test } from 'vitest'
import type { WaitStep } from '#core/definition/definition.ts'
import { parseInstant } from '#core/parse-instant.ts'
import { ana, ScriptedRun } from '../testing/scripted-run.ts'
import { call, definition, human, wait } from '../testing/steps.ts'
import { viewsOf } from '../views/view-table.ts'

function waiting(more: Partial<WaitStep>, input = {}): ScriptedRun {
  const run = new ScriptedRun(definition([wait('Wait', more), call('After')]), { input })
  run.own()
  return run
}

describe('a WAIT step', () => {
  test('sets a durable timer, and goes on when it fires', () => {
    const run = waiting({ duration_seconds: 60 })
    expect(run.lines().slice(4)).toEqual([
      'Wait started',
      'Wait timer.set (wait)',
      'run status_changed (ACTIVE to PENDING_ASYNC)',
    ])
    expect(viewsOf(run.state)).toMatchObject({ publicStatus: 'running', taskState: 'blocked' })
    const timer = run.owed('timer', 'Wait')
    expect(timer).toMatchObject({ dueAt: run.now + 60_000, purpose: 'wait' })
    expect(run.fire('wait')).toEqual([
      'Wait timer.fired',
      'Wait completed',
      'After started',
      'run status_changed (PENDING_ASYNC to ACTIVE)',
    ])
    expect(run.refusal({ type: 'timer_fired', timer_id: timer.id }).code).toBe('STALE')
  })

  test.each([
    [{ duration_seconds: '90' }, 90_000],
    [{ duration_seconds: '{{ input.seconds }}' }, 5_000],
    [{ duration_seconds: 'input.seconds * 2' }, 10_000],
    [{ duration_seconds: -5 }, 0],
    [{ duration_seconds: "{{ duration('1h') }}" }, 3_600_000],
    [{ duration_seconds: "duration('1500ms')" }, 1_500],
    [{ until: '1970-01-01T00:20:00Z' }, 200_000],
    [{ until: '{{ input.at }}' }, 200_000],
    [{ until: 'input.at' }, 200_000],
    [{ until: '1970-01-01' }, 0],
  ])('%j is due in %i ms', (more, ms) => {
    const run = waiting(more, { seconds: 5, at: '1970-01-01T00:20:00Z' })
    expect(run.owed('timer', 'Wait').dueAt).toBe(run.now + ms)
  })

  test.each([
    [{ duration_seconds: '{{ input.text }}' }, 'WAIT_INVALID'],
    [{ duration_seconds: '{{ input.empty }}' }, 'WAIT_INVALID'],
    [{ duration_seconds: '{{ input.missing }}' }, 'FIELD_NOT_FOUND'],
    [{ duration_seconds: 1e12 }, 'WAIT_INVALID'],
    [{ duration_seconds: 'input.unit' }, 'WAIT_INVALID'],
    [{ until: 'input.seconds' }, 'WAIT_INVALID'],
    [{}, 'WAIT_INVALID'],
  ])('%j fails with %s', (more, code) => {
    expect(waiting(more, { text: 'soon', unit: 's', empty: ' ', seconds: 5 }).state.outcome?.error?.code).toBe(code)
  })

  test('a timeout that comes first fails it', () => {
    const run = waiting({ duration_seconds: 60, timeout_seconds: 30 })
    expect(run.fire('timeout')).toContain('Wait failed (TIMEOUT)')
    expect(run.state.outcome?.error?.message).toBe('Not completed within 30 s.')
  })

  test('a timer that fires while held is recorded and starts nothing', () => {
    const run = waiting({ duration_seconds: 60 })
    run.send({ type: 'pause', actor: ana })
    expect(run.fire('wait').slice(0, 2)).toEqual(['Wait timer.fired', 'Wait completed'])
    expect(run.state.open).toEqual([])
  })
})

describe('instants', () => {
  test.each([
    '1970-01-01T00:00:00Z',
    '2026-01-31T09:00:00+01:00',
    '2024-02-29T23:59:59.123456Z',
    '2000-02-29T00:00:00-05:30',
    '1969-12-31T23:59:59.999Z',
    '2026-12-01t10:20:30z',
    '0001-03-01T00:00:00Z',
  ])('%s is read as Date reads it', (text) => {
    expect(parseInstant(text)).toBe(Date.parse(text.toUpperCase()))
  })

  test('dates and times without a zone are in UTC', () => {
    expect(parseInstant('2026-05-06')).toBe(Date.parse('2026-05-06T00:00:00Z'))
    expect(parseInstant('2026-05-06 07:08')).toBe(Date.parse('2026-05-06T07:08:00Z'))
  })

  test.each([
    'soon',
    '2026-13-01',
    '2026-00-01',
    '2026-01-00',
    '2026-04-31',
    '2025-02-29',
    '1900-02-29',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:60Z',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00+00:60',
  ])('%s is no instant', (text) => {
    expect(parseInstant(text)).toBeNull()
  })
})

describe('the timeout of a run', () => {
  function timed(more: Parameters<typeof definition>[1], ...steps: Parameters<typeof definition>[0]): ScriptedRun {
    const run = new ScriptedRun(definition(steps, { timeout_seconds: 100, ...more }))
    run.own()
    return run
  }
  const due = (run: ScriptedRun) =>
    run.plan().find((effect) => effect.kind === 'timer' && effect.purpose === 'run_timeout')

  test('ends it', () => {
    const run = timed({}, call('A'), call('B'))
    expect(run.lines().slice(4)).toEqual(['run timer.set (run_timeout)', 'A started'])
    expect(due(run)).toEqual({ kind: 'timer', id: 'run_timeout:5', dueAt: run.now + 100_000, purpose: 'run_timeout' })
    expect(run.fire('run_timeout')).toEqual([
      'run timer.fired',
      'run cancelled (fail_fast)',
      'A skipped (run_ended)',
      'B skipped (run_ended)',
    ])
    expect(run.state.outcome).toMatchObject({
      status: 'FAILED',
      reason: 'The run did not end within 100 s.',
      error: { code: 'RUN_TIMEOUT' },
    })
    expect(run.send({ type: 'retry', actor: ana })).toContain('run timer.set (run_timeout)')
  })

  test('stands still while people are awaited', () => {
    const run = timed({}, human('Ask'), call('B'))
    expect(run.lines().slice(-3)).toEqual([
      'run status_changed (ACTIVE to WAITING_HUMAN_INPUT)',
      'run waiting (Ask)',
      'run timer.cancelled',
    ])
    expect(due(run)).toBeUndefined()
    run.now += 1_000_000
    expect(run.resume({}).slice(-2)).toEqual([
      'run status_changed (WAITING_HUMAN_INPUT to ACTIVE)',
      'run timer.set (run_timeout)',
    ])
    expect(due(run)).toMatchObject({ dueAt: run.now + 100_000 })
  })

  test('runs on where it includes waits', () => {
    const run = timed({ timeout_includes_waits: true }, human('Ask'))
    expect(run.lines().at(-1)).toBe('run waiting (Ask)')
    expect(run.fire('run_timeout')).toContain('run cancelled (fail_fast)')
  })
})
