import type { Pool } from 'pg'
import { presentSql } from '#server/log/cursor.ts'
import { until } from './until.ts'

/**
 * Copies of one run as it lies in the database, under ids of their own: many
 * thousands of waiting or queued runs in seconds. What the copies wait for is what the
 * engine itself has written for the original. Their ids stay in `bench_copy`.
 */
export async function cloneRun(pool: Pool, runId: string, copies: number): Promise<void> {
  await until('the run is in the index', async () => {
    const { rowCount } = await pool.query('select from run_search where run_id = $1', [runId])
    return rowCount === 1
  })
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('create table if not exists bench_copy (place int, id uuid primary key, task_id uuid)')
    await client.query('truncate bench_copy')
    await client.query(
      `insert into bench_copy select place, uuidv7(), gen_random_uuid() from generate_series(1, $1::int) place`,
      [copies],
    )
    const { rows } = await client.query<{ id: string }>('select id from human_task where run_id = $1', [runId])
    const events = `replace(replace(t.events, '${runId}', c.id::text), '${rows[0]?.id ?? 'no task'}', c.task_id::text)`
    const tables: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
      ['run', 'id', { id: 'c.id', root_run_id: 'c.id' }],
      ['run_state', 'run_id', { run_id: 'c.id' }],
      ['run_log', 'run_id', { run_id: 'c.id', append_id: 'gen_random_uuid()', events }],
      ['human_task', 'run_id', { id: 'c.task_id', run_id: 'c.id', root_run_id: 'c.id' }],
      ['timer', 'run_id', { run_id: 'c.id' }],
      ['run_search', 'run_id', { run_id: 'c.id' }],
      ['run_number', 'run_id', { run_id: 'c.id' }],
      // As far apart as an owner's starts of one moment are put.
      ['ready', 'run_id', { run_id: 'c.id', position: 't.position + c.place * 1000' }],
    ]
    for (const [table, key, changed] of tables) {
      const columns = await client.query<{ name: string }>(
        `select column_name as name from information_schema.columns
          where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      )
      const names = columns.rows.map(({ name }) => name)
      await client.query(
        `insert into ${table} (${names.map((name) => client.escapeIdentifier(name)).join(', ')})
         select ${names.map((name) => changed[name] ?? `t.${client.escapeIdentifier(name)}`).join(', ')}
           from bench_copy c, ${table} t where t.${key} = $1`,
        [runId],
      )
    }
    await client.query('commit')
  } finally {
    client.release()
  }
  // As after so many runs that came one by one, their index is made: the copies brought their entries along.
  await pool.query(`update bookmark set xid = ${presentSql} where name = 'run_search'`)
  await pool.query('vacuum (analyze)')
}
