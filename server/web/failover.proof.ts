import { afterEach, describe, expect, it } from 'vitest'
import { createHarness, type Harness, poll, standard } from '#proof/testing/harness.ts'
import { cursorBefore, openCursor, storeCursor } from '#server/log/cursor.ts'
import { StandbyRefused } from '../db/generations.ts'
import { createPool, generationsOf } from '../db/pool.ts'
import { type ReplicatedServers, startReplicatedServers } from '../db/testing/replicated-servers.ts'
import { createConnection } from '../engine/store/connection/connection.ts'
import { readDatabase } from '../operations/read-database.ts'
import { startChangeFeed } from '../runs/live/change-feed.ts'
import type { Changes } from '../runs/live/read-changes.ts'

const RUNS = 30
const STEPS = 12

describe('engines that outlive a failover to a standby that was behind', () => {
  let servers: ReplicatedServers
  let harness: Harness
  afterEach(() => harness.close())

  const logged = async () => {
    const { rows } = await harness.pool.query<{ runs: number; events: number }>(
      `select count(distinct run_id)::int as runs, coalesce(sum(last_seq - seq + 1), 0)::int as events from run_log`,
    )
    return rows[0] ?? { runs: 0, events: 0 }
  }
  const until = (events: number) =>
    poll(
      async () => (await logged()).events >= events,
      async () => harness.lines.join('\n'),
    )

  it('bring every run to its end, from what there is of its history, without a gap in it', async () => {
    servers = await startReplicatedServers()
    expect(await servers.syncState()).toBe('async')
    const early = createConnection(servers.standbyUrl, 'test')
    await expect(early.query({ text: 'select 1' })).rejects.toBeInstanceOf(StandbyRefused)
    harness = await createHarness(servers)
    await harness.publish(
      'Long',
      Array.from({ length: STEPS }, (_, index) => standard(`Step ${index}`, 'slowly')),
    )
    for (let count = 0; count < 2; count += 1) await harness.engine({ databaseUrl: servers.url })
    const start = (index: number) => harness.start('Long', { ms: 40 }, { idempotencyKey: `start ${index}` })
    const starts = Array.from({ length: RUNS }, (_, index) => index)
    const before = await Promise.all(starts.map(start))
    const pool = createPool(servers.url, 1)
    expect((await readDatabase(pool)).replication).toBe('asynchronous')
    const heard: Changes[] = []
    const feed = await startChangeFeed({ pool, wakeUp: { listen: () => () => undefined }, onError: () => undefined })
    feed.subscribe((changes) => heard.push(changes))
    const reader = createPool(servers.url, 1)
    await openCursor(reader, 'reader', 'present')
    const generation = generationsOf(reader).current

    await until(RUNS * 6)
    servers.holdStandby()
    await until((await logged()).events + RUNS * 4)
    const acknowledged = await logged()
    await servers.failOver()
    expect((await early.query({ text: 'select 1 as one' })).rows).toEqual([{ one: 1 }])
    await early.close()
    // Nobody but the engines knows of it.
    await poll(
      async () =>
        logged().then(
          () => true,
          () => false,
        ),
      async () => 'The database does not come back.',
    )

    const after: string[] = []
    for (const index of starts) after.push(await start(index))
    for (const runId of after) await harness.until(runId, 'COMPLETED')
    expect(await harness.violations()).toEqual([])

    // What the web process and others who read the log know of it is of the log that was.
    await expect.poll(() => heard.some(({ anew }) => anew)).toBe(true)
    expect(heard.filter(({ anew }) => anew)).toHaveLength(1)
    await storeCursor(reader, 'reader', cursorBefore('9000000000'), generation)

    const { rows: bookmarks } = await reader.query<{ xid: string }>(`select xid from bookmark where name = 'reader'`)
    expect(Number(bookmarks[0]?.xid)).toBeLessThan(9_000_000_000)
    expect((await readDatabase(pool)).replication).toBe('none')
    await feed.stop()
    await Promise.all([pool.end(), reader.end()])

    expect(harness.lines.filter((line) => line.includes('gone on without what it had'))).toHaveLength(2)
    expect(acknowledged.events).toBeGreaterThan(RUNS * 10)
    expect(after.filter((runId, index) => runId === before[index]).length).toBeGreaterThan(0)
  })
})
