import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { someAppend, someNewRun } from '#proof/testing/appends.ts'
import { seqAfter } from '#proof/testing/contract/store-bench.ts'
import type { RunBudget } from '#server/run-budget.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import type { Append } from '../commit/append.ts'
import { payloadOf } from '../payload/known-payloads.ts'
import type { EngineIdentity, LoadedRun } from '../ports.ts'
import { claim } from './claim.ts'
import { type Connection, createConnection, type Statement } from './connection/connection.ts'
import { register } from './lease.ts'
import { startRuns } from './start.ts'

describe('a claim on PostgreSQL', () => {
  let database: TestDatabase
  let pool: pg.Pool
  let connection: Connection
  let engine: EngineIdentity
  /** What was asked for, and when it was answered, in order. */
  const seen: string[] = []
  /** The connection is lost as soon as a large value was stored. */
  let isCut = false
  beforeAll(async () => {
    database = await createTestDatabase()
    pool = new pg.Pool({ connectionString: database.url, max: 1 })
    const real = createConnection(database.url, 'test')
    connection = {
      ...real,
      async query<Row extends pg.QueryResultRow>(statement: Statement) {
        const name = statement.name ?? statement.text
        seen.push(name)
        const answer = await real.query<Row>(statement)
        if (name === 'store-payloads') seen.push('stored')
        if (name === 'store-payloads' && isCut) {
          isCut = false
          await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test'
             and datname = current_database()`)
          while (real.session() !== 0) await new Promise((resolve) => setTimeout(resolve, 5))
        }
        return answer
      },
    }
    engine = await register(real, { host: 'here', pid: 1 }, 600_000, false)
  })
  afterAll(async () => {
    await Promise.all([connection.close(), pool.end()])
    await database.drop()
  })

  const start = async (count: number) =>
    (
      await startRuns(
        pool,
        Array.from({ length: count }, () => someNewRun()),
      )
    ).map((started) => started?.runId ?? '')
  const claimWith = (changes: (run: LoadedRun) => Partial<Append>) =>
    claim(connection, engine, { runs: 10 }, async (runs) => ({
      appends: runs.map((run) => someAppend(run.runId, seqAfter(run), { claim: true, ...changes(run) })),
      leave: [],
    }))

  it('has stored all large values before it commits what refers to them, however many pieces they take', async () => {
    const [runId = ''] = await start(1)
    seen.length = 0
    const payloads = ['a', 'b', 'c'].map((letter) => payloadOf(letter.repeat(9 * 1024 * 1024)))
    const { answers } = await claimWith(() => ({ payloads }))
    expect([...answers.keys()]).toEqual([runId])
    expect(seen.filter((name) => name === 'stored')).toHaveLength(3)
    expect(seen.lastIndexOf('stored')).toBeLessThan(seen.indexOf('commit'))
  })

  it('sends no further statement without a budget, and two under one (public run 12)', async () => {
    const names = async (budget?: RunBudget) => {
      await start(1)
      seen.length = 0
      const take = async (runs: readonly LoadedRun[]) => ({
        appends: runs.map((run) => someAppend(run.runId, seqAfter(run), { claim: true })),
        leave: [],
      })
      const { answers } = await claim(connection, engine, { runs: 10 }, take, undefined, budget)
      expect(answers.size).toBe(1)
      return [...seen]
    }
    expect(await names()).toEqual(['begin', 'claim-pick', 'commit'])
    const bounded = await names({ slots: 1, perOwner: null, waitSeconds: null })
    expect(bounded).toEqual(['begin', 'slots-lock', 'claim-pick-slots', 'slots-settle', 'commit'])
    const { rows } = await pool.query('delete from run_slot returning run_id')
    expect(rows).toHaveLength(1)
  })

  it('stores them again where the connection was lost before what refers to them was sent', async () => {
    const [runId = ''] = await start(1)
    isCut = true
    const { answers } = await claimWith(() => ({ payloads: [payloadOf('d'.repeat(1024))] }))
    expect([...answers.keys()]).toEqual([runId])
    const { rows } = await pool.query(
      'select from payload_use u join payload p using (owner_id, sha256) where u.run_id = $1',
      [runId],
    )
    expect(rows).toHaveLength(1)
  })

  it('takes the other runs when one trips over a bug, and keeps that one in the queue', async () => {
    const [bad, ...good] = await start(3)
    const projection = { status: 'FAILED', phase: 'ENDED', error: { code: 'Error', message: ['no name'] } } as never
    const { answers } = await claimWith(({ runId }) => (runId === bad ? { projection } : {}))
    expect(new Set(answers.keys())).toEqual(new Set(good))
    await expect(claimWith(() => ({ projection }))).rejects.toThrow(TypeError)
    expect([...(await claimWith(() => ({}))).answers.keys()]).toEqual([bad])
  })
})
