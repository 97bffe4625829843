import { expect, it } from 'vitest'
import { createHarness, poll, standard } from '../testing/harness.ts'

const BIG_RUNS = 400
const SMALL_RUNS = 12
const SLOTS = 8

/**
 * Two owners share engines of which few runs execute at once: one has started hundreds of runs, the other one starts a run
 * now and then. What counts is how many runs of the first owner begin while a run of the second one waits, and not for
 * how long: it is the same on a slow machine.
 */
it.each([1, 2, 4])(
  'fleet 2: an owner with few runs waits behind few of another owner, with %i engines',
  async (count) => {
    const harness = await createHarness()
    const steps = [standard('Work', 'slowly')]
    await harness.publish('Big', steps)
    await harness.publish('Small', steps)
    await harness.pool.query(
      `with w as (update workflow set owner_id = 'small' where name = 'Small')
       update definition set owner_id = 'small' where name = 'Small'`,
    )
    await Promise.all(
      Array.from({ length: count }, () =>
        harness.engine({ budget: { slots: SLOTS, perOwner: null, waitSeconds: null } }),
      ),
    )
    const big = await Promise.all(Array.from({ length: BIG_RUNS }, () => harness.start('Big', { ms: 20 })))
    const begunOfBig = async () =>
      (
        await harness.pool.query(
          `select from run_log l join run r on r.id = l.run_id where r.workflow = 'Big' and l.seq = 1`,
        )
      ).rowCount ?? 0
    const ended = async () =>
      (await harness.pool.query(`select from run_state where status = 'COMPLETED'`)).rowCount ?? 0
    expect(await begunOfBig()).toBe(BIG_RUNS)

    const overtaken: number[] = []
    for (let started = 0; started < SMALL_RUNS; started += 1) {
      const endedBefore = await ended()
      const runId = await harness.start('Small', { ms: 1 }, { ownerId: 'small' })
      await harness.until(runId, 'COMPLETED')
      const { rows } = await harness.pool.query<{ runs: number }>(
        `select count(*)::int as runs from run_state b join run r on r.id = b.run_id, run_state s join run sr on sr.id = s.run_id
        where s.run_id = $1 and r.workflow = 'Big' and b.started_at > sr.created_at and b.started_at < s.started_at`,
        [runId],
      )
      overtaken.push(rows[0]?.runs ?? 0)
      await poll(
        async () => (await ended()) > endedBefore + SLOTS,
        async () => `${await ended()} runs have ended`,
      )
    }
    expect(await ended(), 'the other owner still had runs in the queue').toBeLessThan(BIG_RUNS)
    const sorted = overtaken.toSorted((a, b) => a - b)
    expect(sorted.at(-2), `begun while a run of the small owner waited: ${overtaken}`).toBeLessThanOrEqual(2 * SLOTS)

    for (const runId of big) await harness.until(runId, 'COMPLETED')
    const { rows } = await harness.pool.query('select distinct engine_epoch from run_log where seq > 1')
    expect(rows.length, 'engines that had runs').toBeGreaterThanOrEqual(Math.min(2, count))
    expect(await harness.violations()).toEqual([])
    await harness.close()
  },
)
