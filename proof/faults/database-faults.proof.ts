import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseProxy, startProxy } from '#server/db/testing/proxy.ts'
import { createPostgresStore } from '#server/engine/store/postgres-store.ts'
import { createHarness, type Harness, poll } from '../testing/harness.ts'
import { publishLoad, startLoad } from '../testing/load.ts'

const RUNS = 15
const ANSWER_MS = 500
const anyAppend = /^append-(?!landed)/

describe('an engine whose database fails it', () => {
  let harness: Harness
  let proxy: DatabaseProxy
  beforeAll(async () => {
    harness = await createHarness()
    await publishLoad(harness)
    proxy = await startProxy(harness.databaseUrl)
    await harness.engine({
      databaseUrl: proxy.url,
      store: createPostgresStore(proxy.url, { answerMs: ANSWER_MS }),
    })
  })
  afterEach(async () => {
    proxy.endFaults()
    expect(await harness.violations()).toEqual([])
  })
  afterAll(async () => {
    await harness.close()
    await proxy.close()
  })

  /**
   * Runs loads one after the other until enough faults have happened. Some statements come every few seconds whatever
   * the load, so that the number of loads says nothing: the test's timeout ends a vain wait.
   */
  const runUntil = async (enough: () => boolean) => {
    do await (await startLoad(harness, RUNS)).finish()
    while (!enough())
  }

  const sqlstates = ['40001', '40P01', '57014', '57P01', '53300', '53100', '26000']

  it.each(sqlstates)('completes every run, each result once, while statements fail at random with %s', async (code) => {
    const fault = proxy.inject({ share: 0.12, effect: { kind: 'error', sqlstates: [code] } })
    await runUntil(() => fault.hits >= 15)
  })

  it('completes every run while each kind of statement fails with each of them, one after the other', async () => {
    const statements = [anyAppend, 'begin', 'claim-pick', 'commit', 'rollback', 'timers-fire']
    const more = [
      'definition-latest',
      'drain-all',
      'notify heddle_log',
      'notify heddle_engine',
      'listen heddle_engine',
      'lease-renew',
    ]
    const faults = [...statements, ...more].flatMap((on) =>
      sqlstates.map((code) => proxy.inject({ on, times: 1, effect: { kind: 'error', sqlstates: [code] } })),
    )
    await runUntil(() => faults.every(({ hits }) => hits === 1))
  })

  it('knows an append again whose answer was lost, and a claim whose commit was', async () => {
    const appends = proxy.inject({ on: anyAppend, share: 0.3, effect: { kind: 'lose_answer' } })
    const commits = proxy.inject({ on: 'commit', share: 0.3, effect: { kind: 'lose_answer' } })
    const looks = proxy.inject({ on: 'append-landed', effect: { kind: 'delay', ms: 0 } })
    await runUntil(() => appends.hits >= 10 && commits.hits >= 2 && looks.hits >= 10)
    const { rows } = await harness.pool.query('select append_id from run_log group by append_id having count(*) > 1')
    expect(rows).toEqual([])
  })

  it('goes on when its sessions are terminated, again and again', async () => {
    let ended = 0
    let done = false
    const terminating = poll(
      async () => {
        const { rowCount } = await harness.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name like 'heddle%' and random() < 0.1`,
        )
        ended += rowCount ?? 0
        return done
      },
      async () => 'still terminating',
    )
    await runUntil(() => ended >= 20).finally(() => {
      done = true
    })
    await terminating
  })

  it('notices connections that have gone silent, opens others, and keeps its lease', async () => {
    const registered = () => harness.pool.query('select id from engine')
    const before = await registered()
    const load = await startLoad(harness, RUNS, 300)
    await poll(
      async () => proxy.connections >= 6,
      async () => `only ${proxy.connections} connections`,
    )
    expect(proxy.silence()).toBeGreaterThan(5)
    // A lost connection is noticed at its next use, some one after the other; the lease's connection is used every
    // three seconds.
    await load.finish()
    expect((await registered()).rows).toEqual(before.rows)
  })

  it('goes on after two seconds in which no byte passed', async () => {
    const load = await startLoad(harness, RUNS)
    const heal = proxy.blackHole()
    setTimeout(heal, 2_000)
    await load.finish()
  })

  it('is in no hurry of others while every statement takes long', async () => {
    proxy.inject({ effect: { kind: 'delay', ms: 20 } })
    await (await startLoad(harness, RUNS)).finish()
  })

  it('does with the connections that it has: none too many are left open', async () => {
    const { rows } = await harness.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name like 'heddle%'`,
    )
    // Commit lanes, claim, lease, timers, read, wake-up; and the silenced connections, whose sessions do not know that
    // they are lost.
    expect(rows[0]?.count).toBeLessThanOrEqual(9 + 9)
  })
})
