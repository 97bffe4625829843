import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Repeated } from '../repeat.ts'
import { removeOld } from '../retention/retention.ts'
import { indexRuns } from './index-runs.ts'
import { countByStatus, openCounts } from './run-counts.ts'
import { startRunIndex } from './run-index.ts'

let harness: Harness
let engine: Engine
let index: Repeated
const lines: string[] = []

beforeAll(async () => {
  harness = await createHarness()
  engine = await harness.engine()
  await harness.publish('Ends', [standard('First', 'add_one')])
  await harness.publish('Breaks', [standard('Break', 'fail_for_good')])
  await harness.publish('Asks', [{ name: 'Ask', type: 'HUMAN', title: 'May I?', groups: ['all'] }])
})
afterAll(async () => {
  await index?.stop()
  await harness.close()
})

const startIndex = () =>
  startRunIndex({
    pool: harness.pool,
    databaseUrl: harness.databaseUrl,
    engineId: () => engine.identity.id,
    log: (line) => lines.push(line),
  })

/** What counting all runs says, beside what is told of them. */
async function looked(): Promise<Readonly<Record<string, number>>> {
  const { rows } = await harness.pool.query<{ status: string; runs: number }>(
    'select status, count(*)::int as runs from run_state group by status',
  )
  return Object.fromEntries(rows.map(({ status, runs }) => [status, runs]))
}

async function counted(): Promise<Readonly<Record<string, number>>> {
  return Object.fromEntries([...(await countByStatus(harness.pool))].filter(([, runs]) => runs !== 0))
}

const isCounted = async () => (await harness.pool.query(`select from bookmark where name = 'run_count'`)).rowCount === 1

async function startSome(runs: number): Promise<void> {
  const started = await Promise.all(
    Array.from({ length: runs }, (_, place) =>
      harness.start(['Ends', 'Breaks', 'Asks'][place % 3] ?? '', { n: place }),
    ),
  )
  const ends = ['COMPLETED', 'FAILED', 'WAITING_HUMAN_INPUT']
  for (const [place, runId] of started.entries()) await harness.until(runId, ends[place % 3] ?? '')
}

it('looks at all runs until they have been counted, and from then on at those under way', async () => {
  await startSome(9)
  expect(await isCounted()).toBe(false)
  expect(await counted()).toEqual({ COMPLETED: 3, FAILED: 3, WAITING_HUMAN_INPUT: 3 })
  index = startIndex()
  await expect.poll(isCounted).toBe(true)
  expect(await counted()).toEqual({ COMPLETED: 3, FAILED: 3, WAITING_HUMAN_INPUT: 3 })
  const { rows } = await harness.pool.query('select sum(runs)::int as runs from run_count')
  expect(rows).toEqual([{ runs: 6 }])
})

it('counts a run once, however often its entry is made, and however often its writers are lost', async () => {
  const ending = startSome(60)
  let isEnding = true
  const ended = ending.finally(() => {
    isEnding = false
  })
  while (isEnding) {
    await harness.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'heddle background' and datname = current_database()`,
    )
  }
  await ended
  await expect.poll(counted).toEqual(await looked())
  const { rows } = await harness.pool.query<{ id: string }>('select id::text from run')
  await harness.pool.query('update run_search set seq = 0')
  const runIds = rows.map(({ id }) => id)
  await Promise.all([indexRuns(harness.pool, runIds), indexRuns(harness.pool, runIds)])
  expect(await counted()).toEqual(await looked())
})

it('counts a run of which no entry can be made', async () => {
  await harness.pool.query(`
    create function refuse_entry() returns trigger language plpgsql as $$
    begin
      if new.input ? 'refused' then raise exception 'not this one' using errcode = '22P05'; end if;
      return new;
    end $$;
    create trigger refuse_entry before insert on run_search for each row execute function refuse_entry()`)
  const before = await looked()
  await harness.until(await harness.start('Ends', { n: 1, refused: true }), 'COMPLETED')
  await expect.poll(counted).toEqual({ ...before, COMPLETED: (before.COMPLETED ?? 0) + 1 })
  await harness.pool.query('drop trigger refuse_entry on run_search')
})

it('counts what is removed no longer', async () => {
  await harness.pool.query(
    `update run_state set ended_at = now() - interval '2 days'
      where run_id in (select run_id from run_state where ended_at is not null order by run_id limit 20)`,
  )
  const before = await looked()
  const options = {
    pool: harness.pool,
    olderThanDays: 1,
    auditDays: 400,
    exportTo: null,
    onRemoved: () => undefined,
    log: () => undefined,
  }
  await removeOld(options, new AbortController().signal)
  const after = await looked()
  expect(after.COMPLETED).toBeLessThan(before.COMPLETED ?? 0)
  expect(await counted()).toEqual(after)
})

it('counts all entries again once the stored cursors are gone', async () => {
  await harness.pool.query(`update run_count set runs = runs + 7`)
  await harness.pool.query(`delete from bookmark where name in ('run_search', 'run_count')`)
  await expect.poll(isCounted).toBe(true)
  expect(await counted()).toEqual(await looked())
  await openCounts(harness.pool)
  expect(await counted()).toEqual(await looked())
})
