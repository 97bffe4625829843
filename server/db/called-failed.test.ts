import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

const calledFailed = '20261207000000_called_failed'

/** A database as 0.2.0 left it: lists did not know yet which runs are called failed. */
let database: TestDatabase
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 1)
  // Later migrations, which this one does not know.
  await pool.query('drop view own_run_state cascade')
  await pool.query('drop index run_state_failed_idx')
  await pool.query('alter table run_state drop column called_failed')
  await pool.query('delete from "_prisma_migrations" where migration_name = $1', [calledFailed])
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** As `JSON.stringify` writes them into the log. */
const inputs = {
  plain: '"as it is"',
  'a zero': String.raw`"a\u0000b"`,
  'half of a pair': String.raw`"\ud83d and \uDE00"`,
  'a text that says so': String.raw`"\\u0000 \\\\ud83d"`,
}

async function insertRun(workflow: string, status: string, input: string, failFast: boolean) {
  const id = '(select id from run where workflow = $1)'
  await pool.query(
    `insert into run (id, owner_id, data_region, workflow, version, root_run_id, created_by)
     values (gen_random_uuid(), 'a', 'local', $1, 1, gen_random_uuid(), 'ana')`,
    [workflow],
  )
  await pool.query(`insert into run_state (run_id, owner_id, status, phase) values (${id}, 'a', $2, 'ended')`, [
    workflow,
    status,
  ])
  const created = `[{"seq":1,"type":"workflow.run.created","payload":{"input":{"said":${input}},"fail_fast":${failFast}}}]`
  await pool.query(
    `insert into run_log (run_id, seq, engine_epoch, append_id, events) values (${id}, 1, 0, gen_random_uuid(), $2)`,
    [workflow, created],
  )
}

it('tells which runs are called failed, whatever text their input holds', async () => {
  for (const [name, input] of Object.entries(inputs)) {
    await insertRun(`${name}, all`, 'FAILED', input, false)
    await insertRun(`${name}, fast`, 'FAILED', input, true)
  }
  await insertRun('by a child', 'FAILED_CHILD_WORKFLOW', inputs['a zero'], true)
  await insertRun('completed', 'COMPLETED', inputs['a zero'], false)
  expect(await migrate(database.url)).toEqual([calledFailed])
  const { rows } = await pool.query<{ workflow: string }>(
    'select workflow from run r join run_state s on s.run_id = r.id where s.called_failed order by r.workflow collate "C"',
  )
  const called = Object.keys(inputs).map((name) => `${name}, all`)
  expect(rows.map(({ workflow }) => workflow)).toEqual([...called, 'by a child'].toSorted())
})

it('takes a database that had passed it before it was mended, and calls it by its new checksum', async () => {
  const checksum = async () => {
    const sql = 'select checksum from "_prisma_migrations" where migration_name = $1'
    return (await pool.query<{ checksum: string }>(sql, [calledFailed])).rows
  }
  const now = await checksum()
  await pool.query('update "_prisma_migrations" set checksum = $1 where migration_name = $2', [
    '41eba9ed205eaa61a234503ac88a5e6835b84ca0f3dff44468995e03113784dd',
    calledFailed,
  ])
  expect(await migrate(database.url)).toEqual([])
  expect(await checksum()).toEqual(now)
})
