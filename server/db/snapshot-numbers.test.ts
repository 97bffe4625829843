import { afterAll, beforeAll, expect, it } from 'vitest'
import { listMigrations, migrate } from './migrate.ts'
import { createPool } from './pool.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

/** A database as it was before workflows counted the snapshots of their drafts. */
let database: TestDatabase
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 1)
  await pool.query('alter table workflow drop column latest_snapshot')
  await pool.query(`delete from "_prisma_migrations" where migration_name like '%_snapshot_numbers'`)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

it('begins to count below whatever the snapshots and the test runs of a workflow had', async () => {
  await pool.query(
    `insert into workflow (owner_id, name) values ('a', 'Kept'), ('a', 'Ran'), ('b', 'Ran'), ('a', 'New')`,
  )
  await pool.query(
    `insert into definition (owner_id, name, version, hash, text, compiled, test, author)
     select 'a', 'Kept', version, version, '', '{}', case when version < 0 then '{}'::json end, 'ana'
       from unnest(array[1, -2, -3]) version`,
  )
  await pool.query(
    `insert into run (id, owner_id, data_region, workflow, version, root_run_id, created_by)
     select gen_random_uuid(), 'a', 'local', workflow, version, gen_random_uuid(), 'ana'
       from (values ('Ran', -7), ('Ran', 2), ('Kept', -1), ('New', 1)) r (workflow, version)`,
  )
  const names = await listMigrations()
  expect(await migrate(database.url)).toEqual(names.filter((name) => name.endsWith('_snapshot_numbers')))
  const { rows } = await pool.query(
    'select owner_id, name, latest_snapshot as least from workflow order by owner_id, name',
  )
  expect(rows).toEqual([
    { owner_id: 'a', name: 'Kept', least: -3 },
    { owner_id: 'a', name: 'New', least: 0 },
    { owner_id: 'a', name: 'Ran', least: -7 },
    { owner_id: 'b', name: 'Ran', least: 0 },
  ])
})
