import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { someAppend, someNewRun } from '#proof/testing/appends.ts'
import { poll } from '#proof/testing/harness.ts'
import { type OwnServer, startOwnServer } from '../../db/testing/own-server.ts'
import type { EngineIdentity, Store } from '../ports.ts'
import { createPostgresStore } from './postgres-store.ts'
import { send } from './send.ts'
import { startRuns } from './start.ts'

describe('what was committed while nobody heard of it, and not yet by the synchronous standby', () => {
  let server: OwnServer
  let admin: pg.Client
  let probe: pg.Client
  let pool: pg.Pool
  let store: Store
  let engine: EngineIdentity
  let runId: string
  beforeAll(async () => {
    server = await startOwnServer()
    admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    probe = new pg.Client({ connectionString: server.url, application_name: 'probe' })
    await probe.connect()
    pool = new pg.Pool({ connectionString: server.url, max: 3, application_name: 'requests' })
    pool.on('error', () => undefined)
    store = createPostgresStore(server.url)
    engine = await store.register('here', 1, 600_000)
    runId = (await startRuns(pool, [someNewRun()]))[0]?.runId ?? ''
  })
  afterAll(async () => {
    await Promise.all([store.close(), pool.end(), probe.end(), admin.end()])
    await server.drop()
  })

  /** The standby that commits wait for never comes; null: they wait for none. */
  const waitFor = async (standby: string | null) => {
    await admin.query(
      standby === null
        ? 'alter system reset synchronous_standby_names'
        : `alter system set synchronous_standby_names = '${standby}'`,
    )
    await admin.query('select pg_reload_conf()')
    await poll(
      async () => (await commitWaits()) === (standby !== null),
      async () => 'Commits do not follow the setting.',
    )
  }
  /**
   * True when a commit waits for the standby. The checkpointer turns the waiting on and off when it reloads the settings,
   * which is after other sessions show them: only a commit tells.
   */
  const commitWaits = async () => {
    let isCommitted = false
    const committed = probe.query(`select pg_logical_emit_message(true, 'probe', '')`).then(() => {
      isCommitted = true
    })
    let isWaiting = false
    await poll(
      async () => {
        const { rows } = await admin.query<{ pid: number }>(
          `select pid from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'probe'`,
        )
        isWaiting = rows[0] !== undefined
        if (rows[0]) await admin.query('select pg_cancel_backend($1)', [rows[0].pid])
        return isWaiting || isCommitted
      },
      async () => 'The probe neither commits nor waits.',
    )
    await committed
    return isWaiting
  }
  const waiting = async () => {
    const { rows } = await admin.query<{ pid: number; query: string }>(
      `select pid, query from pg_stat_activity where wait_event = 'SyncRep' and application_name not in ('heddle engine lease', 'probe')`,
    )
    return rows[0]
  }

  const asked: readonly (readonly [string, () => Promise<unknown>, () => Promise<unknown>])[] = (() => {
    const append = (again: boolean) => () => store.append(engine, [appended], 0, again)
    const appended = someAppend('', 4)
    const run = someNewRun({ idempotencyKey: randomUUID() })
    const start = () => startRuns(pool, [run])
    const message = () => ({
      runId,
      operationId: '0199a000-0000-7000-8000-000000000001',
      command: { type: 'pause', actor: { id: 'local' } } as const,
    })
    Object.defineProperty(appended, 'runId', { get: () => runId, enumerable: true })
    return [
      ['an append', append(false), append(true)],
      ['a start', start, start],
      ['a command', () => send(pool, message()), () => send(pool, message())],
    ]
  })()

  it.each(asked)('is acknowledged only when that has it: %s', async (_, first, again) => {
    await waitFor('nobody')
    const unheard = first().catch((error: unknown) => error)
    await poll(
      async () => (await waiting()) !== undefined,
      async () => 'Nothing waits for the standby.',
    )
    await admin.query('select pg_terminate_backend($1)', [(await waiting())?.pid])
    expect(await unheard).toBeInstanceOf(Error)

    let isAnswered = false
    const found = again().finally(() => {
      isAnswered = true
    })
    await poll(
      async () => isAnswered || (await waiting()) !== undefined,
      async () => 'It is neither answered nor waits for the standby.',
    )
    expect(isAnswered).toBe(false)
    await waitFor(null)
    await found
    expect(isAnswered).toBe(true)
  })
})
