import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type OwnServer, startOwnServer } from '#server/db/testing/own-server.ts'
import { createEngineClient } from '#server/engine/requests/engine-client.ts'
import { createHarness, type Harness, poll } from '../testing/harness.ts'
import { publishLoad, startLoad } from '../testing/load.ts'

const RUNS = 40
const MOST_CONNECTIONS = 30

describe('an engine whose PostgreSQL has a bad day', () => {
  let server: OwnServer
  let harness: Harness
  beforeAll(async () => {
    server = await startOwnServer([`max_connections=${MOST_CONNECTIONS}`])
    harness = await createHarness(server)
    await publishLoad(harness)
    await harness.engine()
  })
  afterEach(async () => {
    expect(await harness.violations()).toEqual([])
  })
  afterAll(() => harness.close())

  it('goes on each time that the server was stopped hard and started again under load', async () => {
    const load = await startLoad(harness, RUNS, 100)
    const results = () => harness.pool.query<{ n: number }>(`select sum(seq)::int as n from run_progress`)
    for (let restarts = 0; restarts < 3; restarts += 1) {
      const before = (await results()).rows[0]?.n ?? 0
      await poll(
        async () => {
          if (((await results()).rows[0]?.n ?? 0) > before) return true
          // On a slow machine all of them may have come to the person by now.
          await load.answerOne()
          return false
        },
        async () => harness.lines.join('\n'),
      )
      expect(await load.ended()).toBeLessThan(RUNS)
      await server.stopImmediately()
      await server.start()
    }
    await load.finish()
  })

  it('goes on when it gets connections again, after there were none for anybody', async () => {
    const load = await startLoad(harness, RUNS, 100)
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    const hogs: pg.Client[] = []
    const refused = async () => {
      const hog = new pg.Client({ connectionString: server.url })
      hog.on('error', () => undefined)
      try {
        await hog.connect()
        hogs.push(hog)
        return false
      } catch (error) {
        return (error as { code?: string }).code === '53300'
      }
    }
    const untilNoneIsLeft = () => poll(refused, async () => `${hogs.length} connections and no refusal`)
    try {
      await untilNoneIsLeft()
      // A process that loses a connection may get another one before the hogs do: then it loses that one too.
      await poll(
        async () => {
          await admin.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'heddle engine%'`,
          )
          await untilNoneIsLeft()
          return harness.lines.some((line) => line.includes('too many clients'))
        },
        async () => harness.lines.slice(-20).join('\n'),
      )
    } finally {
      await Promise.all([admin, ...hogs].map((client) => client.end()))
    }
    await load.finish()
  })

  it('waits while the database is read-only, and goes on afterwards', async () => {
    const load = await startLoad(harness, RUNS, 100)
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    await admin.query('set default_transaction_read_only = off')
    const setReadOnly = async (value: 'on' | 'off') => {
      await admin.query(`alter system set default_transaction_read_only = ${value}`)
      await admin.query('select pg_reload_conf()')
    }
    await setReadOnly('on')
    await poll(
      async () => harness.lines.some((line) => line.includes('read-only transaction')),
      async () => harness.lines.slice(-20).join('\n'),
    )
    await setReadOnly('off')
    await admin.end()
    await load.finish()
  })

  it('serves many starts and many answers over a pool of two connections', async () => {
    const pool = new pg.Pool({ connectionString: server.url, max: 2 })
    const client = createEngineClient(pool)
    const request = {
      ownerId: 'local',
      dataRegion: 'local',
      actor: { id: 'local', name: 'You' },
      workflow: 'Loaded',
      input: { ms: 1 },
    }
    const started = await Promise.all(Array.from({ length: 100 }, () => client.starter.start(request)))
    const runIds = started.flatMap((result) => (result.ok ? [result.runId] : []))
    expect(runIds).toHaveLength(100)
    for (const runId of runIds) await harness.until(runId, 'WAITING_HUMAN_INPUT')
    const command = { type: 'resume', input: {}, actor: request.actor } as const
    const replies = await Promise.all(
      runIds.map((runId) => client.sendCommand({ runId, operationId: randomUUID(), command }, 60_000)),
    )
    expect(replies.every((reply) => reply !== 'pending' && 'ok' in reply)).toBe(true)
    for (const runId of runIds) await harness.until(runId, 'COMPLETED')
    await client.close()
    await pool.end()
  })
})
