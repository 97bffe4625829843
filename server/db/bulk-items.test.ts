import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool } from './pool.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 1)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

it('gives items that an earlier version inserts the owner of their operation', async () => {
  // The shape of the statement of earlier versions: it writes an operation and its items at once, and names no owner of items.
  await pool.query(
    `with operation as (
       insert into bulk_operation (id, owner_id, actor, verb, total)
       values ('00000000-0000-4000-8000-000000000001', 'acme', '{}', '{"type":"pause"}', 2) returning id)
     insert into bulk_item (bulk_id, place, run_id)
     select o.id, place, gen_random_uuid() from operation o, generate_series(1, 2) place`,
  )
  const { rows } = await pool.query('select owner_id from bulk_item')
  expect(rows).toEqual([{ owner_id: 'acme' }, { owner_id: 'acme' }])
})
