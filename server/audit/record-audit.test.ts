import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { createDatabase, type Database } from '../db/client.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { createPool } from '../db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts'
import { unknownActor } from './entry.ts'
import { recordAudit, recordAuditWithPrisma } from './record-audit.ts'
import { withRequestOrigin } from './request-origin.ts'

let database: TestDatabase
let pool: ReturnType<typeof createPool>
let prisma: Database
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 3)
  prisma = createDatabase(database.url, 2)
})
afterAll(async () => {
  await Promise.all([pool.end(), prisma.$disconnect()])
  await database.drop()
})

const rowsOf = async (target: string) =>
  (await pool.query('select * from audit where target = $1 order by id', [target])).rows

describe('rows of the audit (access 13; ASVS 16.2.1, 16.2.2)', () => {
  it('name the actor, the key, the real caller and the request, with hashes in the place of values', async () => {
    const actor = {
      ...localActor,
      id: 'ana',
      ownerId: 'acme',
      principalId: 'root',
      key: { id: 'k1234567', permissions: [] },
    }
    await withRequestOrigin({ address: '192.0.2.1', requestId: 'r1' }, () =>
      recordAudit(pool, {
        actor,
        action: 'group.save',
        target: 'buyers',
        before: { name: 'Old buyers', size: 1 },
        after: { size: 1, name: 'Old buyers' },
        outcome: 'done',
      }),
    )
    const [row] = await rowsOf('buyers')
    expect(row).toMatchObject({
      owner_id: 'acme',
      actor_id: 'ana',
      kind: 'key',
      key_id: 'k1234567',
      principal_id: 'root',
      action: 'group.save',
      outcome: 'done',
      times: 1,
      address: '192.0.2.1',
      request_id: 'r1',
      seq: null,
      hash: null,
    })
    expect(row.before_hash).toMatch(/^[\da-f]{64}$/)
    expect(row.after_hash).toBe(row.before_hash)
    expect(JSON.stringify(row)).not.toContain('Old buyers')
  })

  it('come and go with the change that they describe, by pg and by Prisma', async () => {
    const entry = { actor: localActor, action: 'group.save', outcome: 'done' } as const
    const lost = new Error('lost')
    await expect(
      inTransaction(pool, async (client) => {
        await recordAudit(client, { ...entry, target: 'undone' })
        throw lost
      }),
    ).rejects.toBe(lost)
    await expect(
      prisma.$transaction(async (transaction) => {
        await recordAuditWithPrisma(transaction, { ...entry, target: 'undone' })
        throw lost
      }),
    ).rejects.toBe(lost)
    expect(await rowsOf('undone')).toEqual([])
    await prisma.$transaction((transaction) => recordAuditWithPrisma(transaction, { ...entry, target: 'stays' }))
    expect(await rowsOf('stays')).toMatchObject([{ kind: 'person', before_hash: null, after_hash: null, times: 1 }])
  })

  it('belong to the installation when the caller is unknown', async () => {
    await recordAudit(pool, {
      actor: unknownActor,
      action: 'session.login',
      target: 'nobody@x.example',
      outcome: 'refused',
    })
    expect(await rowsOf('nobody@x.example')).toMatchObject([{ owner_id: '*', actor_id: 'unknown' }])
  })

  it('have a bounded target that the database can store', async () => {
    await recordAudit(pool, { actor: localActor, action: 'x.y', target: `a\0${'é'.repeat(900)}`, outcome: 'refused' })
    const { rows } = await pool.query(`select target from audit where action = 'x.y'`)
    expect(rows[0].target).toBe(`a\uFFFD${'é'.repeat(498)}`)
  })
})

describe('the audit in the database (access 13; ASVS 16.4.2)', () => {
  it('refuses to change, remove or forge a row', async () => {
    await recordAudit(pool, { actor: localActor, action: 'a.b', target: 'kept', outcome: 'done' })
    await expect(pool.query(`update audit set action = 'c.d' where target = 'kept'`)).rejects.toThrow(
      'cannot be changed',
    )
    await expect(pool.query(`delete from audit where target = 'kept'`)).rejects.toThrow('cannot be removed')
    await expect(pool.query('truncate audit')).rejects.toThrow('cannot be emptied')
    await expect(pool.query('truncate audit_chain')).rejects.toThrow('cannot be emptied')
    const forged = `insert into audit (owner_id, seq, hash, at, actor_id, kind, action, target, outcome)
      values ('local', $1, $2, '2000-01-01', 'ana', 'person', 'a.b', 'forged', 'done')`
    await expect(pool.query(forged, [1, 'f'])).rejects.toThrow('sealed after its insertion')
    await pool.query(forged, [null, null])
    const { rows } = await pool.query(`select extract(year from at)::int as year from audit where target = 'forged'`)
    expect(rows[0].year).toBeGreaterThan(2000)
  })

  it('lets a row be sealed once, and removed behind the mark of retention, which moves past old sealed rows alone', async () => {
    await recordAudit(pool, { actor: { ...localActor, ownerId: 'seal' }, action: 'a.b', target: 's', outcome: 'done' })
    const seal = (hash: string) => pool.query(`update audit set seq = 1, hash = $1 where owner_id = 'seal'`, [hash])
    await seal('one')
    await expect(seal('two')).rejects.toThrow('cannot be changed')
    await pool.query(`insert into audit_chain (owner_id, head_seq, head_hash) values ('seal', 1, 'one')`)
    await expect(pool.query(`delete from audit where owner_id = 'seal'`)).rejects.toThrow('cannot be removed')
    await expect(pool.query(`update audit_chain set removed_seq = 2 where owner_id = 'seal'`)).rejects.toThrow('grows')
    const move = (hash: string) =>
      pool.query(`update audit_chain set removed_seq = 1, removed_hash = $1 where owner_id = 'seal'`, [hash])
    await expect(move('one')).rejects.toThrow('at least 30 days')
    const client = await pool.connect()
    await client.query(`set session_replication_role = replica`)
    await client.query(`update audit set at = at - interval '30 days' where owner_id = 'seal'`)
    await client.query(`set session_replication_role = origin`)
    client.release()
    await expect(move('two')).rejects.toThrow('with its hash')
    await move('one')
    await expect(pool.query(`update audit_chain set head_seq = 0 where owner_id = 'seal'`)).rejects.toThrow('grows')
    await expect(pool.query('delete from audit_chain')).rejects.toThrow('grows')
    expect((await pool.query(`delete from audit where owner_id = 'seal'`)).rowCount).toBe(1)
  })
})
