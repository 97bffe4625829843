import { describe, expect, it } from 'vitest'
import { locked, twoLocks } from '#core/run/testing/enveloped.ts'
import { envelopedRuns } from '#core/run/testing/enveloped-runs.ts'
import { undoable } from '#core/run/testing/saga.ts'
import { ana, ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition } from '#core/run/testing/steps.ts'
import { pathOf } from './phase-layout.ts'
import { hasPhaseDiagram, trackPhases } from './phase-track.ts'

const pairs = (run: ScriptedRun, hasEnvelope = true) =>
  trackPhases(run.history, hasEnvelope).passed.map(({ from, to }) => `${from} ${to}`)

describe('the way of a run through the phase diagram', () => {
  it('envelope 18: lights the arrows that the log records, and no other', () => {
    for (const run of envelopedRuns()) {
      const recorded = run.history.flatMap((event) =>
        event.type === 'workflow.phase.changed' ? [`${event.payload.from} ${event.payload.to}`] : [],
      )
      expect(new Set(pairs(run))).toEqual(new Set(recorded))
      expect(trackPhases(run.history, true).current).toBe(run.state.phase)
    }
  })

  it('envelope 18: counts the time in each phase, and the visits', () => {
    const run = locked([call('A', { effects: 'none' })], twoLocks)
    const { stays } = trackPhases(run.history, true)
    expect(stays.RUNNING).toMatchObject({ visits: 1, since: expect.any(Number) })
    expect(stays.SCHEDULED?.since).toBeUndefined()
    const spent = Object.values(stays).reduce((sum, { spentMs }) => sum + spentMs, 0)
    expect(spent).toBe(Number(stays.RUNNING?.since) - Number(run.history[0]?.at))
  })

  it('goes along the arrows where one event of a plain run passes several phases', () => {
    const run = new ScriptedRun(definition([undoable('A'), call('B')], { saga_enabled: true }))
    run.own()
    run.complete('A')
    run.fail('B')
    const passed = pairs(run, false)
    expect(passed).toContain('NEW VALID')
    expect(passed).toContain('LOCKED RUNNING')
    expect(passed).toContain('RUNNING ERROR')
    expect(trackPhases(run.history, false).current).toBe(run.state.phase)
  })

  it('each arrow that a run can pass has a line', () => {
    for (const run of envelopedRuns()) {
      for (const { from, to } of trackPhases(run.history, true).passed) {
        expect(pathOf(from, to)).toMatch(/^M[\d.-]+ [\d.-]+[LC]/)
      }
    }
  })
})

it('a plain run has a diagram once there is a verdict on the world', () => {
  const run = new ScriptedRun(definition([call('A')]))
  run.own()
  expect(hasPhaseDiagram(run.state)).toBe(false)
  run.fail('A')
  expect(hasPhaseDiagram(run.state)).toBe(true)
  expect(hasPhaseDiagram(locked([call('A')]).state)).toBe(true)
  const cancelled = locked([call('A')])
  cancelled.send({ type: 'cancel', actor: ana })
  expect(hasPhaseDiagram(cancelled.state)).toBe(true)
})
