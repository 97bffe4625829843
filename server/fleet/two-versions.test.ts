import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import { isContract, listMigrations } from '../db/migrate.ts'
import { createPool } from '../db/pool.ts'
import { judgeDatabase } from './database-facts.ts'
import { FinaliseRefused, finalise } from './finalise.ts'
import { speaks } from './vocabulary.ts'

describe('two versions on one database', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await createHarness()
    await harness.publish('One', [standard('Add', 'add_one')])
  })
  afterAll(() => harness.close())

  const showProcess = (id: string, spoken: number, seconds: number) =>
    harness.pool.query(
      `insert into fleet_process (id, kind, host, pid, version, speaks, functions, settings, expires_at)
       values ($1, 'engine', 'here', 1, '0.1.0', $2, '', '{}', now() + make_interval(secs => $3))`,
      [id, spoken, seconds],
    )

  it('fleet 3: an engine leaves a run alone that needs a later vocabulary, and takes those behind it', async () => {
    const [later, now] = [await harness.start('One'), await harness.start('One')]
    await harness.pool.query('update ready set needs = $2 where run_id = $1', [later, speaks + 1])
    const engine = await harness.engine()
    await harness.until(now, 'COMPLETED')
    expect((await harness.pool.query('select run_id from ready')).rows).toEqual([{ run_id: later }])
    expect((await harness.state(later)).startedAt).toBe(null)
    // The version that speaks it takes it: here, the vocabulary that it needs is lowered instead.
    await harness.pool.query('update ready set needs = $2 where run_id = $1', [later, speaks])
    await harness.pool.query('notify heddle_engine')
    await harness.until(later, 'COMPLETED')
    await engine.stop()
  })

  it('fleet 3: finalising is refused while a process of an earlier version lives, by its name', async () => {
    await harness.pool.query('update fleet set vocabulary = $1', [speaks - 1])
    await showProcess('old-1', speaks - 1, 60)
    await showProcess('gone', speaks - 1, -60)
    await expect(finalise(harness.pool as never)).rejects.toThrow(
      'Processes of an earlier version still run: engine old-1 (0.1.0). Replace them, and finalise again.',
    )
    expect((await harness.pool.query('select vocabulary from fleet')).rows).toEqual([{ vocabulary: speaks - 1 }])
    await harness.pool.query('delete from fleet_process')
    expect(await finalise(harness.pool as never)).toBe('raised')
    expect(await finalise(harness.pool as never)).toBe('was already')
  })

  it('fleet 3: an engine of a version that shows no process keeps it from being finalised, too', async () => {
    await harness.pool.query(
      `insert into engine (id, epoch, pid, host, lease_expires_at)
       values ('e', nextval('engine_epoch'), 7, 'there', now() + interval '1 minute')`,
    )
    await expect(finalise(harness.pool as never)).rejects.toThrow('engine there:7 (before 0.3)')
    await harness.pool.query('delete from engine')
  })

  it('fleet 3: a version that is too old is told so, and refuses to finalise', async () => {
    await harness.pool.query('update fleet set vocabulary = $1', [speaks + 1])
    const pool = createPool(harness.databaseUrl, 1)
    expect((await judgeDatabase(pool)).reasons).toEqual([
      `The database was finalised for a later version of Heddle: it is written in vocabulary ${speaks + 1}, and this process speaks ${speaks}. Start the later version.`,
    ])
    await pool.end()
    await expect(finalise(harness.pool as never)).rejects.toThrow(FinaliseRefused)
    await harness.pool.query('update fleet set vocabulary = $1', [speaks])
  })

  it('fleet 3: a contracting migration is known by its name, and none was applied before it could be told', async () => {
    expect(isContract('20270101000000_old_column_contract')).toBe(true)
    expect((await listMigrations()).filter(isContract)).toEqual([])
  })
})
