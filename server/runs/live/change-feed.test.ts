import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { type Actor, localPerson } from '#server/access/actor.ts'
import { createPool } from '../../db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import type { WakeUp } from '../../engine/ports.ts'
import { createWakeUp } from '../../engine/world/wake-up.ts'
import { type ChangeFeed, startChangeFeed } from './change-feed.ts'
import { type Changes, joinChanges } from './read-changes.ts'
import { watchChanges } from './watch-changes.ts'

let testDatabase: TestDatabase
let pool: Pool
const actor: Actor = { ...localPerson }
const feeds: ChangeFeed[] = []
const wakeUps: WakeUp[] = []

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  pool = createPool(testDatabase.url, 5)
})
afterAll(async () => {
  await Promise.all(feeds.map((feed) => feed.stop()))
  await Promise.all(wakeUps.map((wakeUp) => wakeUp.close()))
  await pool.end()
  await testDatabase.drop()
})

async function feedOf(notify: boolean): Promise<ChangeFeed> {
  const wakeUp = createWakeUp({ databaseUrl: testDatabase.url, notify })
  wakeUps.push(wakeUp)
  const feed = await startChangeFeed({
    pool,
    wakeUp,
    onError: (error) => {
      throw error
    },
  })
  feeds.push(feed)
  return feed
}

/** A log row of a run, as the engine's commit writes it. */
async function grow(client: { query: Pool['query'] }, runId: string, owner = 'local'): Promise<void> {
  await client.query(
    `insert into run (id, owner_id, data_region, workflow, version, root_run_id, created_by)
     values ($1, $2, 'local', 'W', 1, $1, 'local') on conflict do nothing`,
    [runId, owner],
  )
  await client.query(
    `insert into run_log (run_id, seq, engine_epoch, append_id, events, xid)
     select $1, coalesce(max(seq), 0) + 1, 0, gen_random_uuid(), '[]', pg_current_xact_id()::text::bigint
       from run_log where run_id = $1`,
    [runId],
  )
}

/** Reads a subscription until every one of the runs was named. */
async function until(changes: AsyncIterator<{ id: string; data: { runIds: readonly string[] } }>, runIds: string[]) {
  const missing = new Set(runIds)
  let id = ''
  while (missing.size > 0) {
    const { value, done } = await changes.next()
    if (done) throw new Error('The subscription ended.')
    id = value.id
    for (const runId of value.data.runIds) missing.delete(runId)
  }
  return id
}

it('tells a reader whose position is beyond the present to ask for everything anew', async () => {
  const feed = await feedOf(false)
  const lost = feed.position() + 1_000_000n
  expect(await feed.read(lost)).toMatchObject({ anew: true })
  expect(await feed.read(feed.position())).not.toHaveProperty('anew')
  const ending = new AbortController()
  const changes = watchChanges(actor, feed, { after: String(lost), signal: ending.signal })
  const { value } = await changes.next()
  expect(value.data).toEqual({ runIds: [], all: true })
  expect(BigInt(value.id)).toBeLessThan(lost)
  ending.abort()
  await changes.return(undefined)
})

describe.each([{ notify: true }, { notify: false }])('the change feed with NOTIFY $notify', ({ notify }) => {
  it('names the runs of the owner that change, and no others', async () => {
    const feed = await feedOf(notify)
    const ending = new AbortController()
    const changes = watchChanges(actor, feed, { after: undefined, signal: ending.signal })
    expect((await changes.next()).value.data).toEqual({ runIds: [], all: false })
    const foreign = randomUUID()
    const mine = randomUUID()
    await grow(pool, foreign, 'somebody-else')
    await grow(pool, mine)
    if (notify) await pool.query("notify heddle_log, ''")
    expect((await changes.next()).value.data.runIds).toEqual([mine])
    ending.abort()
    expect((await changes.next()).done).toBe(true)
  })

  it('does not skip a transaction that began first and commits last', async () => {
    const feed = await feedOf(notify)
    const ending = new AbortController()
    const changes = watchChanges(actor, feed, { after: undefined, signal: ending.signal })
    await changes.next()
    const slow = await pool.connect()
    const [first, second] = [randomUUID(), randomUUID()]
    await slow.query('begin')
    await grow(slow, first)
    await grow(pool, second)
    await slow.query('commit')
    slow.release()
    await until(changes, [first, second])
    ending.abort()
  })
})

describe('the page of one run', () => {
  it('is told of that run and of no other, beside those who hear of all', async () => {
    const feed = await feedOf(true)
    const [mine, foreign] = [randomUUID(), randomUUID()]
    const told: string[][] = []
    const all = new Set<string>()
    const idsOf = ({ runs }: Changes) => [...runs.values()].flatMap((runIds) => [...runIds])
    const ends = [
      feed.follow(mine, (changes) => told.push(idsOf(changes))),
      feed.subscribe((changes) => {
        for (const id of idsOf(changes)) all.add(id)
      }),
    ]
    await grow(pool, foreign)
    await pool.query("notify heddle_log, ''")
    await expect.poll(() => all.has(foreign)).toBe(true)
    expect(told).toEqual([])
    await grow(pool, mine)
    await pool.query("notify heddle_log, ''")
    await expect.poll(() => told.length).toBe(1)
    expect(told[0]).toContain(mine)
    await expect.poll(() => all.has(mine)).toBe(true)
    for (const end of ends) end()
    await grow(pool, mine)
    expect(told).toHaveLength(1)
  })

  it('does not keep what is gathered for the others from being one', () => {
    const changes = (runs: readonly (readonly [string, readonly string[]])[], next: bigint) => ({
      runs: new Map(runs.map(([owner, ids]) => [owner, new Set(ids)])),
      next,
      more: false,
    })
    const second = changes(
      [
        ['a', ['2', '3']],
        ['c', ['5']],
      ],
      8n,
    )
    expect(joinChanges(null, second)).toBe(second)
    expect(
      joinChanges(
        changes(
          [
            ['a', ['1', '2']],
            ['b', ['4']],
          ],
          7n,
        ),
        second,
      ),
    ).toEqual(
      changes(
        [
          ['a', ['1', '2', '3']],
          ['b', ['4']],
          ['c', ['5']],
        ],
        8n,
      ),
    )
  })
})

describe('a feed that is behind', () => {
  // Transactions of other tests on the same server end at their own time, and until then hold back what may be read.
  it('reads on at once, and tells of all that it found together', { retry: 30 }, async () => {
    const feed = await feedOf(true)
    const told: Changes[] = []
    const end = feed.subscribe((changes) => told.push(changes))
    const runIds = [randomUUID(), randomUUID(), randomUUID()]
    // Until this one commits, nothing that began after it is read.
    const slow = await pool.connect()
    await slow.query('begin; select pg_current_xact_id()')
    for (const runId of runIds) {
      await grow(pool, runId)
      await pool.query(
        `insert into run_log (run_id, seq, engine_epoch, append_id, events, xid)
         select $1, 1 + n, 0, gen_random_uuid(), '[]', pg_current_xact_id()::text::bigint from generate_series(1, $2) n`,
        [runId, limits.read.changedRows - 1_000],
      )
    }
    await slow.query('commit')
    slow.release()
    await pool.query("notify heddle_log, ''")
    await expect.poll(() => told.length).toBeGreaterThan(0)
    end()
    expect([...(told[0]?.runs.get('local') ?? [])].toSorted()).toEqual(runIds.toSorted())
    expect(told[0]?.more).toBe(false)
  })
})

describe('a subscription', () => {
  it('continues after the last event id and misses nothing', async () => {
    const feed = await feedOf(false)
    const before = new AbortController()
    const changes = watchChanges(actor, feed, { after: undefined, signal: before.signal })
    await changes.next()
    const seen = randomUUID()
    await grow(pool, seen)
    const id = await until(changes, [seen])
    before.abort()
    const missed = [randomUUID(), randomUUID()]
    for (const runId of missed) await grow(pool, runId)
    const again = new AbortController()
    await until(watchChanges(actor, feed, { after: id, signal: again.signal }), missed)
    again.abort()
  })

  it('says "all" to a reader who lets more changes pass than are kept', async () => {
    const feed = await feedOf(false)
    const ending = new AbortController()
    const changes = watchChanges(actor, feed, { after: undefined, signal: ending.signal })
    await changes.next()
    await pool.query(
      `with runs as (
         insert into run (id, owner_id, data_region, workflow, version, root_run_id, created_by)
         select gen_random_uuid(), 'local', 'local', 'W', 1, gen_random_uuid(), 'local' from generate_series(1, 1500)
         returning id)
       insert into run_log (run_id, seq, engine_epoch, append_id, events, xid)
       select id, 1, 0, gen_random_uuid(), '[]', pg_current_xact_id()::text::bigint from runs`,
    )
    expect((await changes.next()).value.data).toEqual({ runIds: [], all: true })
    ending.abort()
  })

  it.each(['-1', '99999999999999999999', '9223372036854775808', "1'; drop table run", 'x'.repeat(64), ''])(
    'refuses the last event id %s',
    async (after) => {
      const feed = await feedOf(false)
      const changes = watchChanges(actor, feed, { after, signal: undefined })
      await expect(changes.next()).rejects.toMatchObject({ code: 'BAD_REQUEST', field: 'lastEventId' })
    },
  )
})
