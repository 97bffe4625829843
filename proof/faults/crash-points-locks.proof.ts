import { describe, expect, it } from 'vitest'
import { prepareKillTest } from '../testing/crash/kill-test.ts'
import { pointsBy } from '../testing/crash/ways.ts'
import { poll } from '../testing/harness.ts'

/** Beyond the first visit: runs that have waited, and the locks of runs that fail. */
const later = [
  { point: 'lock.granted', times: 3 },
  { point: 'lock_release.before', times: 4 },
  { point: 'ack.before', times: 3 },
] as const

/** Phases in which runs end that no engine dies beside. */
const wanted: { readonly [workflow: string]: string } = {
  Locking: 'COMPLETED_ACK',
  Conditional: 'COMPLETED_ACK',
  Discovering: 'COMPLETED_ACK',
  Counted: 'COMPLETED_ACK',
  Repairing: 'FAILED_SAFE_ACK',
  Breaking: 'FAILED_UNSAFE_ACK',
}

describe('an engine that is killed while runs pass through their envelopes', () => {
  const at = prepareKillTest()

  const points = pointsBy('locking').map((point) => ({ point, times: 1 }))

  it.each([...points, ...later])('envelope 14: at $point ($times), leaves runs that the next one finishes', (armed) =>
    at.engines.working(armed, at.journeys.startLocking),
  )

  it('envelope 14: leaves no trace: every run has the phase that it has without a kill, and no lock is left', async () => {
    const phases = async () => {
      const { rows } = await at.harness.pool.query<{ workflow: string; phase: string; runs: number }>(
        `select r.workflow, s.phase, count(*)::int as runs from run r join run_state s on s.run_id = r.id group by 1, 2`,
      )
      return rows
    }
    const engine = at.engines.begin()
    await poll(
      async () => (await phases()).every(({ workflow, phase }) => phase === wanted[workflow]),
      async () => `${JSON.stringify(await phases())}\n${await at.engines.complain()}`,
    )
    engine.signal('SIGTERM')
    await engine.died
    expect((await phases()).map(({ workflow }) => workflow).sort()).toEqual(Object.keys(wanted).sort())
    for (const { runs } of await phases()) expect(runs).toBe(points.length + later.length)
    const { rows } = await at.harness.pool.query(
      'select run_id from resource_lock union select run_id from lock_request',
    )
    expect(rows).toEqual([])
    await at.engines.finish()
  })

  it('has been killed at every such point', () => {
    expect(pointsBy('locking').filter((point) => !at.engines.struck.has(point))).toEqual([])
  })
})
