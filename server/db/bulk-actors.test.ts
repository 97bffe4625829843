import { afterAll, beforeAll, expect, it } from 'vitest'
import { localPerson, localRoles } from '#server/access/actor.ts'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

const migration = '20261217000001_actors_of_bulk_operations'

let database: TestDatabase
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 1)
  await pool.query('delete from "_prisma_migrations" where migration_name = $1', [migration])
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** A bulk operation as earlier versions stored it. */
async function insertBulk(id: string, roles: readonly string[], ended = false) {
  await pool.query(
    `insert into bulk_operation (id, owner_id, actor, verb, total, ended_at)
     values ($1, 'local', $2, '{"type":"pause"}', 1, case when $3 then now() end)`,
    [id, JSON.stringify({ ...localPerson, id: 'ana', roles }), ended],
  )
}

it('gives the actor of an open bulk operation the roles of today, and leaves ended operations as they are', async () => {
  const idOf = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
  const before = [[], ['manager'], ['admin']]
  for (const [at, roles] of before.entries()) await insertBulk(idOf(at), roles)
  await insertBulk(idOf(9), [], true)
  expect(await migrate(database.url)).toEqual([migration])
  const { rows } = await pool.query('select actor from bulk_operation order by id')
  expect(rows.map(({ actor }) => [actor.roles, actor.everyOwner ?? false])).toEqual([
    [localRoles, false],
    [[...localRoles, 'manager'], false],
    [['admin'], true],
    [[], false],
  ])
})
