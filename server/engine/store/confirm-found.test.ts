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
  let pool: pg.Pool
  let store: Store
  let engine: EngineIdentity
  let runId: string
  beforeAll(async () => {
    server = await startOwnServer()
    admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    pool = new pg.Pool({ connectionString: server.url, max: 3, application_name: 'requests' })
    pool.on('error', () => undefined)
    store = createPostgresStore(server.url)
    engine = await store.register('here', 1, 600_000)
    runId = (await startRuns(pool, [someNewRun()]))[0]?.runId ?? ''
  })
  afterAll(async () => {
    await Promise.all([store.close(), pool.end(), admin.end()])
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
      async () => {
        const { rows } = await admin.query<{ names: string }>(
          `select current_setting('synchronous_standby_names') as names`,
        )
        return rows[0]?.names === (standby ?? '')
      },
      async () => 'The setting is not read.',
    )
  }
  const waiting = async () => {
    const { rows } = await admin.query<{ pid: number; query: string }>(
      `select pid, query from pg_stat_activity where wait_event = 'SyncRep' and application_name <> 'heddle engine lease'`,
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
