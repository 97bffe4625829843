import { afterAll, beforeAll, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { reading } from './api/request/reading.ts'
import { createDatabase } from './db/client.ts'
import { createPool } from './db/pool.ts'
import { createReadReplica, type ReadReplica } from './db/read-replica.ts'
import { type ReplicatedServers, startReplicatedServers } from './db/testing/replicated-servers.ts'
import { createTestDatabase, type TestDatabase } from './db/testing/test-database.ts'
import { createReads, type Reads } from './reads.ts'
import { countRuns } from './runs/list/count-runs.ts'
import { createStores, type Stores } from './stores.ts'
import { listWorkflows } from './workflows/list-workflows.ts'

let servers: ReplicatedServers
let stores: Stores
let replica: ReadReplica
let reads: Reads
let reportedUpTo = 0n

beforeAll(async () => {
  servers = await startReplicatedServers()
  const primary = createPool(servers.url, 2)
  stores = createStores(primary, createDatabase(servers.url, 1))
  replica = createReadReplica({ url: servers.standbyUrl, primary, connections: 2 })
  reads = createReads({
    replica,
    storesOf: () => ({ ...stores, pool: replica.pool }),
    reportedUpTo: () => reportedUpTo,
  })
})
afterAll(async () => {
  await replica.stop()
  await stores.database.$disconnect()
  await stores.pool.end()
  await servers.drop()
})

const publish = (name: string) =>
  stores.pool.query(
    `with added as (insert into workflow (owner_id, name, latest_version) values ('local', $1, 1))
     insert into draft (owner_id, name, text, updated_by) values ('local', $1, '', 'local')`,
    [name],
  )
const listed = async (at: Stores) => (await listWorkflows(at, localActor, { limit: 10 })).items.map(({ name }) => name)
const context = () => ({ stores, reads, actor: localActor })

it('a list read at the replica has what its owner has just written', async () => {
  await expect.poll(() => reads.storesFor('local', null)).not.toBe(null)
  for (const name of ['A', 'B', 'C']) {
    await publish(name)
    await reads.wrote('local')
    const elsewhere = await reads.storesFor('local', null)
    expect(elsewhere?.pool, 'the replica follows within a moment').toBe(replica.pool)
    expect(await listed(elsewhere ?? stores)).toContain(name)
  }
  expect(await countRuns((await reads.storesFor('local', null)) ?? stores, localActor)).toEqual({})
  expect(replica.warnings()).toEqual([])
})

it('a read that fails at the replica is made at the primary, and the replica is left out until it answers again', async () => {
  await expect.poll(() => reads.storesFor('local', null)).not.toBe(null)
  const asked: Stores[] = []
  const answer = await reading(context(), async (at) => {
    asked.push(at)
    if (at.pool === replica.pool) await at.pool.query('select pg_terminate_backend(pg_backend_pid())')
    return 'answered'
  })
  expect([answer, asked.length]).toEqual(['answered', 2])
  expect(await reads.storesFor('local', null)).toBe(null)
  await expect.poll(() => reads.storesFor('local', null)).not.toBe(null)
})

it('the primary answers what the replica has not replayed: a write of the owner or of its browser, and what pages were told of', async () => {
  await expect.poll(() => reads.storesFor('local', null)).not.toBe(null)
  servers.holdStandby()
  await publish('D')
  const writtenAt = await reads.wrote('local')
  expect(await reads.storesFor('local', null)).toBe(null)
  expect(await reading(context(), listed)).toContain('D')
  expect(await reads.storesFor('other', null), 'another owner has written nothing').not.toBe(null)
  expect(await reads.storesFor('other', writtenAt), 'a browser that has written at another process').toBe(null)
  const { rows } = await stores.pool.query<{ xid: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as xid',
  )
  reportedUpTo = BigInt(rows[0]?.xid ?? 0)
  expect(await reads.storesFor('other', null), 'a page was told of a later change').toBe(null)
  reportedUpTo = 0n
})

it('a replica that is behind, silent or of another database is left out and said by name', async () => {
  await publish('E')
  await expect.poll(() => replica.warnings()).toEqual([expect.stringContaining('more than 5 s behind')])
  expect(await reads.storesFor('other', null)).toBe(null)

  const foreign: TestDatabase = await createTestDatabase()
  const sentences: [string, string][] = [
    [foreign.url, 'leads to another database than DATABASE_URL'],
    ['postgresql://nobody@127.0.0.1:1/heddle', 'does not respond'],
  ]
  for (const [url, sentence] of sentences) {
    const wrong = createReadReplica({ url, primary: stores.pool, connections: 1 })
    await expect.poll(() => wrong.warnings()).toEqual([expect.stringContaining(sentence)])
    expect(await wrong.covers({})).toBe(false)
    await wrong.stop()
  }
  await foreign.drop()
})
