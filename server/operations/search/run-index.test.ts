import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Repeated } from '../repeat.ts'
import { indexRuns } from './index-runs.ts'
import { startRunIndex } from './run-index.ts'

let harness: Harness
let engine: Engine
let index: Repeated
const lines: string[] = []

const startIndex = () =>
  startRunIndex({
    pool: harness.pool,
    databaseUrl: harness.databaseUrl,
    engineId: () => engine.identity.id,
    log: (line) => lines.push(line),
  })

beforeAll(async () => {
  harness = await createHarness()
  engine = await harness.engine()
  await harness.publish('Ends', [standard('First', 'add_one')])
  await harness.publish('Asks', [{ name: 'Ask', type: 'HUMAN', title: 'May I?', groups: ['all'] }])
  await harness.publish('Breaks', [standard('Break', 'fail_for_good')])
})
afterAll(async () => {
  await index?.stop()
  await harness.close()
})

interface Entry {
  readonly input: unknown
  readonly state: unknown
  readonly fingerprint: string | null
  readonly failure: string | null
}
const entry = async (runId: string): Promise<Entry | undefined> => {
  const { rows } = await harness.pool.query<Entry>(
    'select input, state, fingerprint, failure from run_search where run_id = $1',
    [runId],
  )
  return rows[0]
}

it('knows the runs from before it was there, and each new one by its input and its state', async () => {
  const before = await harness.start('Ends', { n: 1, order: 'A-17' })
  await harness.until(before, 'COMPLETED')
  index = startIndex()
  const after = await harness.start('Ends', { n: 41, order: 'A-18' })
  for (const [runId, n, order] of [
    [before, 1, 'A-17'],
    [after, 41, 'A-18'],
  ] as const) {
    await expect
      .poll(() => entry(runId))
      .toEqual({
        input: { n, order },
        state: expect.objectContaining({ n: n + 1 }),
        fingerprint: null,
        failure: null,
      })
  }
})

it('gives failures of one cause one fingerprint and the shape of their message', async () => {
  const failed = [await harness.start('Breaks', { n: 1 }), await harness.start('Breaks', { n: 2 })] as const
  for (const runId of failed) await expect.poll(async () => (await entry(runId))?.fingerprint).toMatch(/^[0-9a-f]{16}$/)
  const [one, other] = [await entry(failed[0]), await entry(failed[1])]
  expect(one?.fingerprint).toBe(other?.fingerprint)
  expect(one?.failure).not.toBe('')
})

it('shows a waiting run as it waits, and as it ends', async () => {
  const runId = await harness.start('Asks', { who: 'Ada' })
  await harness.until(runId, 'WAITING_HUMAN_INPUT')
  await expect.poll(() => entry(runId)).toMatchObject({ input: { who: 'Ada' } })
  await harness.send(runId, { type: 'resume', input: { answer: 'yes' } })
  await expect.poll(async () => JSON.stringify((await entry(runId))?.state)).toContain('yes')
})

it('leaves out a run whose history cannot be read, says so, and goes on with the others', async () => {
  const damaged = randomUUID()
  await harness.pool.query(
    `with header as (
       insert into run (id, owner_id, data_region, workflow, version, root_run_id, created_by)
       values ($1, 'local', 'local', 'Ends', 1, $1, 'local'))
     insert into run_log (run_id, seq, engine_epoch, append_id, events, last_seq, current_steps)
     values ($1, 1, 0, gen_random_uuid(), '[{"type":"nothing"', 1, '{}')`,
    [damaged],
  )
  const next = await harness.start('Ends', { n: 7 })
  await expect.poll(() => entry(next)).toMatchObject({ state: { n: 8 } })
  await expect.poll(() => lines.join('\n')).toContain(`run ${damaged} cannot be read`)
  expect(await entry(damaged)).toBeUndefined()
  await harness.pool.query('with log as (delete from run_log where run_id = $1) delete from run where id = $1', [
    damaged,
  ])
})

it('does not read a run again whose entry says all of it', async () => {
  const [ended, behind] = [await harness.start('Ends', { n: 3 }), await harness.start('Ends', { n: 5 })]
  for (const [runId, n] of [
    [ended, 4],
    [behind, 6],
  ] as const) {
    await harness.until(runId, 'COMPLETED')
    const isWhole = `select from run_search
                      where run_id = $1 and seq = (select max(last_seq) from run_log where run_id = $1)`
    await expect.poll(async () => (await harness.pool.query(isWhole, [runId])).rowCount).toBe(1)
    expect(await entry(runId)).toMatchObject({ state: { n } })
  }
  await harness.pool.query('update run_search set seq = seq - 1 where run_id = $1', [behind])
  // Whoever reads them now, says that they cannot be read.
  await harness.pool.query(`update run_log set events = '[{' where run_id = any($1::uuid[])`, [[ended, behind]])
  expect(await indexRuns(harness.pool, [ended, behind])).toEqual([
    expect.stringContaining(`run ${behind} cannot be read`),
  ])
  await harness.pool.query(
    'with log as (delete from run_log where run_id = any($1::uuid[])) delete from run where id = any($1::uuid[])',
    [[ended, behind]],
  )
})

it('takes in a run whose input and error hold what the database cannot', async () => {
  const odd = await harness.start('Ends', { n: 1, nul: 'a\0b', half: '\ud800', kept: 'yes' })
  await expect.poll(() => entry(odd)).toMatchObject({ input: { n: 1, kept: 'yes' }, state: { n: 2 } })
})

it('leaves out an entry that the database refuses, says so, and keeps the others of its batch', async () => {
  await harness.pool.query(`
    create function refuse_entry() returns trigger language plpgsql as $$
    begin
      if new.input ? 'refused' then raise exception 'not this one' using errcode = '22P05'; end if;
      return new;
    end $$;
    create trigger refuse_entry before insert on run_search for each row execute function refuse_entry()`)
  const [refused, kept] = await Promise.all([
    harness.start('Ends', { n: 1, refused: true }),
    harness.start('Ends', { n: 2 }),
  ])
  await expect.poll(() => entry(kept)).toMatchObject({ state: { n: 3 } })
  await expect.poll(() => lines.join('\n')).toContain(`run ${refused} cannot be indexed: not this one`)
  expect((await entry(refused))?.input ?? null).toBeNull()
  await harness.pool.query('drop trigger refuse_entry on run_search')
})

it('goes on where it was after it has been stopped', async () => {
  await index.stop()
  const missed = await harness.start('Ends', { n: 100 })
  await harness.until(missed, 'COMPLETED')
  index = startIndex()
  await expect.poll(() => entry(missed)).toMatchObject({ state: { n: 101 } })
})
