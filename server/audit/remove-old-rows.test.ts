import type { PoolClient } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { createPool } from '../db/pool.ts'
import { prepareRoles } from '../db/roles/prepare-roles.ts'
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts'
import { recordAudit } from './record-audit.ts'
import { removeOldAuditRows } from './remove-old-rows.ts'
import { sealAudit } from './seal.ts'
import { verifyAudit } from './verify-chain.ts'

let database: TestDatabase
let pool: ReturnType<typeof createPool>
let client: PoolClient
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 4)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  client = await pool.connect()
})
afterEach(async () => {
  await tamper('delete from audit', 'delete from audit_chain')
  client.release()
})

/** What somebody with the rights of the database's superuser can do. */
async function tamper(...statements: readonly string[]): Promise<void> {
  await client.query(`set session_replication_role = replica`)
  for (const statement of statements) await client.query(statement)
  await client.query(`set session_replication_role = origin`)
}

/** Sealed rows of an owner, each as many days old as the list says. */
async function rows(ownerId: string, ...ages: readonly number[]): Promise<void> {
  for (const age of ages) {
    await recordAudit(pool, { actor: { ...localActor, ownerId }, action: 'group.save', target: 'x', outcome: 'done' })
    await tamper(`update audit set at = at - interval '${age} days' where seq is null and target = 'x'`)
    await sealAudit(pool)
  }
}

const remove = (olderThanDays = 40, limit = 100, by = client) =>
  removeOldAuditRows(by, { olderThanDays, limit, commit: (send) => send() })
const left = async (ownerId: string) =>
  (
    await client.query<{ seq: number; action: string }>(
      'select seq::int, action from audit where owner_id = $1 order by audit.seq, id',
      [ownerId],
    )
  ).rows

describe('the retention of the audit (access 13; ASVS 16.4.2)', () => {
  it('removes the old rows of every owner, says so in a row, and leaves chains that verify', async () => {
    await rows('acme', 90, 60, 41.5, 39, 1)
    await rows('beta', 50)
    await rows('gamma', 5)
    expect(await remove()).toBe(3)
    expect(await remove()).toBe(1)
    expect(await remove()).toBe(0)
    expect(await left('acme')).toEqual([
      { seq: 4, action: 'group.save' },
      { seq: 5, action: 'group.save' },
      { seq: null, action: 'audit.expire' },
    ])
    const { rows: said } = await client.query(
      `select owner_id, actor_id, kind, target, times from audit where action = 'audit.expire' order by owner_id`,
    )
    expect(said).toEqual([
      { owner_id: 'acme', actor_id: 'heddle', kind: 'service', target: 'rows up to 3', times: 3 },
      { owner_id: 'beta', actor_id: 'heddle', kind: 'service', target: 'rows up to 1', times: 1 },
    ])
    expect((await verifyAudit(client)).broken).toEqual([])
    await sealAudit(pool)
    expect(await verifyAudit(client)).toEqual({ rows: 5, broken: [] })
  })

  it('goes on in the next transaction where it may remove fewer rows', async () => {
    await rows('acme', 90, 80, 70)
    expect([await remove(40, 2), await remove(40, 2), await remove(40, 2)]).toEqual([2, 1, 0])
    expect((await verifyAudit(client)).broken).toEqual([])
  })

  it('leaves an old row behind a younger one, and rows without a seal', async () => {
    await rows('acme', 90, 10, 80)
    await recordAudit(pool, { actor: { ...localActor, ownerId: 'acme' }, action: 'a.b', target: 'x', outcome: 'done' })
    await tamper(`update audit set at = at - interval '90 days' where seq is null`)
    expect(await remove()).toBe(1)
    expect((await left('acme')).map(({ seq }) => seq)).toEqual([2, 3, null, null])
    expect(await remove()).toBe(0)
  })

  it.each([
    ['changed', `update audit set target = 'other' where seq = 3`, 'acme 3'],
    ['removed', `delete from audit where seq = 3`, 'acme 4'],
    ['kept in spite of its removal', `update audit set seq = 1 where seq = 3`, 'acme 1'],
    ['dated back to be removed', `update audit set at = at - interval '90 days' where seq = 3`, 'acme 3'],
  ])('leaves a chain that tells of a row that was %s', async (_, statement, place) => {
    await rows('acme', 90, 80, 20, 10)
    await remove()
    expect((await verifyAudit(client)).broken).toEqual([])
    await tamper(statement)
    expect((await verifyAudit(client)).broken).toContain(place)
  })

  it('waits for an engine that seals the chain, and lets it seal meanwhile', async () => {
    await rows('acme', 90)
    const other = await pool.connect()
    await other.query(`begin; select from audit_chain where owner_id = 'acme' for update`)
    expect(await remove()).toBe(0)
    await other.query('commit')
    other.release()
    expect(await remove()).toBe(1)
  })

  it('is guarded by the tables themselves, whatever the session puts before them in its search path (ASVS 16.4.2)', async () => {
    await rows('acme', 90)
    await client.query('create temp table audit_chain (owner_id text, removed_seq bigint)')
    await client.query(`insert into pg_temp.audit_chain values ('acme', 99)`)
    const said = await client.query('delete from audit').catch((error: Error) => error.message)
    await client.query('drop table pg_temp.audit_chain')
    expect(said).toBe('Rows of the audit cannot be removed.')
    const { rows: guards } = await client.query(
      `select p.proname as name, p.proconfig as config from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid in ('audit'::regclass, 'audit_chain'::regclass) and not t.tgisinternal group by p.oid order by 1`,
    )
    const config = ['search_path=public, pg_temp']
    expect(guards).toEqual(
      ['guard_audit', 'guard_audit_chain', 'refuse_audit_truncation'].map((name) => ({ name, config })),
    )
  })

  it('is left to the role of the engines, which cannot remove the last 30 days either', async () => {
    const urls = await prepareRoles(database.url)
    await rows('acme', 90, 35, 20)
    for (const role of ['web', 'auth', 'start'] as const) {
      const own = createPool(urls[role], 1)
      const asked = await own.connect()
      await expect(remove(40, 100, asked)).rejects.toThrow('permission denied')
      await expect(asked.query(`update audit_chain set removed_seq = 1`)).rejects.toThrow('permission denied')
      await expect(asked.query('delete from audit')).rejects.toThrow('permission denied')
      asked.release()
      await own.end()
    }
    const engines = createPool(urls.engine, 1)
    const engine = await engines.connect()
    await expect(remove(10, 100, engine)).rejects.toThrow('at least 30 days')
    expect(await remove(30, 100, engine)).toBe(2)
    engine.release()
    await engines.end()
  })
})
