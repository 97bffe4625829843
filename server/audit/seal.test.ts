import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { createPool } from '../db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts'
import { recordAudit } from './record-audit.ts'
import { sealAudit } from './seal.ts'
import { auditTuning } from './tuning.ts'
import { verifyAudit } from './verify-chain.ts'

let database: TestDatabase
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 6)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** What somebody with the rights of the database's superuser can do. */
async function tamper(...statements: readonly string[]): Promise<void> {
  const client = await pool.connect()
  await client.query(`set session_replication_role = replica`)
  for (const statement of statements) await client.query(statement)
  await client.query(`set session_replication_role = origin`)
  client.release()
}

async function verify() {
  const client = await pool.connect()
  try {
    return await verifyAudit(client)
  } finally {
    client.release()
  }
}

const record = (ownerId: string, target: string) =>
  recordAudit(pool, { actor: { ...localActor, ownerId }, action: 'group.save', target, outcome: 'done' })

describe('sealed rows (access 13; ASVS 16.4.2)', () => {
  beforeEach(async () => {
    await tamper('delete from audit', 'delete from audit_chain')
    for (const n of [1, 2, 3, 4]) await record('acme', `a${n}`)
    for (const n of [1, 2]) await record('beta', `b${n}`)
    expect(await sealAudit(pool)).toBe(6)
  })

  it('form a chain for each owner, and further rows go on with it (access 13; ASVS 11.4.3)', async () => {
    expect(await verify()).toEqual({ rows: 6, broken: [] })
    await record('acme', 'a5')
    expect(await sealAudit(pool)).toBe(1)
    expect(await sealAudit(pool)).toBe(0)
    const { rows } = await pool.query(`select target, seq::int from audit where owner_id = 'acme' order by seq`)
    expect(rows).toEqual([1, 2, 3, 4, 5].map((seq) => ({ target: `a${seq}`, seq })))
    expect(await verify()).toEqual({ rows: 7, broken: [] })
  })

  it.each([
    ['changed', `update audit set target = 'other' where target = 'a2'`, 'acme 2'],
    ['dated back', `update audit set at = at - interval '1 day' where target = 'a2'`, 'acme 2'],
    ['removed', `delete from audit where target = 'a2'`, 'acme 3'],
    ['removed at the end', `delete from audit where target = 'a4'`, 'acme end'],
    ['removed at the start', `delete from audit where target = 'a1'`, 'acme 2'],
    ['moved to another owner', `update audit set owner_id = 'gamma' where target = 'a4'`, 'gamma 4'],
  ])('tell of a row that was %s', async (_, statement, place) => {
    await tamper(statement)
    expect((await verify()).broken).toContain(place)
  })

  it('tell of rows that changed places', async () => {
    await tamper(
      `update audit set seq = 20 where target = 'a2'`,
      `update audit set seq = 2 where target = 'a3'`,
      `update audit set seq = 3 where target = 'a2'`,
    )
    expect((await verify()).broken).toEqual(['acme 2', 'acme 3', 'acme 4'])
  })

  it('tell of a chain that is gone, and of an inserted row', async () => {
    await tamper(`delete from audit_chain where owner_id = 'beta'`)
    expect((await verify()).broken).toEqual(['beta end'])
    await tamper(
      `insert into audit (owner_id, seq, hash, actor_id, kind, action, target, outcome)
       values ('acme', 5, 'f', 'eve', 'person', 'a.b', 'forged', 'done')`,
    )
    expect((await verify()).broken).toEqual(expect.arrayContaining(['acme 5']))
  })

  it('get each place once, whatever number of engines seals at once', async () => {
    const many = auditTuning.sealedAtOnce + 20
    await pool.query(
      `insert into audit (owner_id, actor_id, kind, action, target, outcome)
       select 'acme', 'ana', 'person', 'a.b', 'n' || n, 'done' from generate_series(1, $1) n`,
      [many],
    )
    await Promise.all([1, 2, 3, 4].map(() => sealAudit(pool)))
    await sealAudit(pool)
    expect(await verify()).toEqual({ rows: many + 6, broken: [] })
  })
})
