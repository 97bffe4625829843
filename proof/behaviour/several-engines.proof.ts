import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clockAndEngines } from '#server/engine/store/eager-start.ts'
import { createPostgresStore } from '#server/engine/store/postgres-store.ts'
import { tuning } from '#server/engine/tuning.ts'
import { createHarness, type Harness, poll, standard } from '../testing/harness.ts'

const RUNS = 96
const WOKEN = 20

/** An engine, and how many engines it knew of at its last claim. */
async function engineThatCounts(harness: Harness) {
  const store = createPostgresStore(harness.databaseUrl)
  let known = 0
  await harness.engine({
    store: {
      ...store,
      async claim(engine, limit, take, ended) {
        const claimed = await store.claim(engine, limit, take, ended)
        known = limit.engines ?? 1
        return claimed
      },
    },
  })
  return { knows: () => known }
}

it.each([1, 2, 4])('fleet 2: a burst of runs is shared by the engines that are alive: %i', async (count) => {
  const harness = await createHarness()
  const folder = await mkdtemp(join(tmpdir(), 'heddle-share-'))
  await harness.publish('Held', [standard('Wait', 'await_file')])
  const until = join(folder, 'now')
  const runIds = await Promise.all(Array.from({ length: RUNS }, () => harness.start('Held', { until })))
  // The burst comes at one instant, when all engines are there.
  const lock = await harness.pool.connect()
  await lock.query('begin')
  await lock.query('select from ready for update')
  const engines = await Promise.all(Array.from({ length: count }, () => engineThatCounts(harness)))
  await poll(
    async () => engines.every(({ knows }) => knows() === count),
    async () => 'The engines do not know each other.',
  )
  await lock.query('rollback')
  lock.release()
  await harness.pool.query('notify heddle_engine')
  const held = async () =>
    (
      await harness.pool.query<{ runs: number }>(
        'select count(*)::int as runs from run_state where engine_id is not null group by engine_id order by 1',
      )
    ).rows.map(({ runs }) => runs)
  const all = (counts: readonly number[]) => counts.reduce((sum, runs) => sum + runs, 0)
  await poll(
    async () => all(await held()) === RUNS,
    async () => `held: ${await held()}`,
  )
  const counts = await held()
  expect(counts).toHaveLength(count)
  for (const runs of counts)
    expect(runs, `held: ${counts}`).toBeGreaterThanOrEqual(Math.min(tuning.leastShare, RUNS / count))
  await writeFile(until, '')
  for (const runId of runIds) await harness.until(runId, 'COMPLETED')
  expect(await harness.violations()).toEqual([])
  await harness.close()
  await rm(folder, { recursive: true })
})

it('fleet 2: eager starts go to the two least busy engines', async () => {
  const harness = await createHarness()
  for (const [id, busy, takesRuns] of [
    ['a', 0.2, true],
    ['b', 0.9, true],
    ['c', 0.1, true],
    ['d', 0, false],
  ]) {
    await harness.pool.query(
      `insert into engine (id, epoch, pid, host, lease_expires_at, takes_runs, busy)
       values ($1, nextval('engine_epoch'), 1, 'here', now() + interval '1 hour', $2, $3)`,
      [id, takesRuns, busy],
    )
  }
  const { engines } = await clockAndEngines(harness.pool)
  expect(engines.map(({ id }) => id)).toEqual(['c', 'a'])
  await harness.pool.query('delete from engine')
  expect((await clockAndEngines(harness.pool)).engines).toEqual([])
  await harness.close()
})

it('fleet 2: eager starts alternate between two engines', async () => {
  const harness = await createHarness()
  await harness.publish('Short', [standard('Add', 'add_one')])
  const [first, second] = [await harness.engine(), await harness.engine()]
  const owners = new Set<number>()
  await poll(
    async () => {
      const runId = await harness.start('Short')
      await harness.until(runId, 'COMPLETED')
      const { rows } = await harness.pool.query<{ epoch: number }>(
        'select engine_epoch::float8 as epoch from run_log where run_id = $1 order by seq limit 1',
        [runId],
      )
      owners.add(rows[0]?.epoch ?? 0)
      return owners.has(first.identity.epoch) && owners.has(second.identity.epoch)
    },
    async () => `owners: ${[...owners]}`,
  )
  await harness.close()
})

it('fleet 2: a woken run goes to the engine that had it last, most of the time', async () => {
  const harness = await createHarness()
  await harness.publish('Asks', [{ name: 'Ask', type: 'HUMAN', assignees: ['ana'] } as never])
  await Promise.all(Array.from({ length: 4 }, () => harness.engine()))
  const lastOf = async (runId: string) => {
    const { rows } = await harness.pool.query<{ epoch: number }>(
      'select engine_epoch::float8 as epoch from run_state where run_id = $1',
      [runId],
    )
    return rows[0]?.epoch
  }
  let returned = 0
  for (let runs = 0; runs < WOKEN; runs += 1) {
    const runId = await harness.start('Asks')
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    const before = await lastOf(runId)
    await harness.send(runId, { type: 'pause' })
    if ((await lastOf(runId)) === before) returned += 1
  }
  // By chance it would be a quarter of them.
  expect(returned).toBeGreaterThan(WOKEN / 2)
  await harness.close()
})
