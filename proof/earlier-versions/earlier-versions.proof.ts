import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Pool } from 'pg'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import { initialState } from '#core/run/state.ts'
import { localActor } from '#server/access/actor.ts'
import { createDatabase } from '#server/db/client.ts'
import { choosePlace } from '#server/db/embedded/place.ts'
import { type EmbeddedServer, startEmbeddedServer } from '#server/db/embedded/server.ts'
import { migrate } from '#server/db/migrate.ts'
import { createPool } from '#server/db/pool.ts'
import { listDirectory } from '#server/directory/list-directory.ts'
import { type Engine, startEngine } from '#server/engine/engine.ts'
import { readRunState } from '#server/engine/requests/read-run.ts'
import { createConnection } from '#server/engine/store/connection/connection.ts'
import type { Worker } from '#server/engine/workers/run-worker.ts'
import { scanForLostWork } from '#server/engine/workers/scan.ts'
import { createWorkStore } from '#server/engine/workers/work-store.ts'
import { startWorker } from '#server/engine/workers/worker.ts'
import { workBulk } from '#server/runs/bulk/work-bulk.ts'
import { listViews } from '#server/runs/views/saved-views.ts'
import { createStores, type Stores } from '#server/stores.ts'
import { findViolations } from '../testing/invariants.ts'
import { readHistory } from '../testing/read-history.ts'
import { unpackFolder } from './archive.ts'

const folder = import.meta.dirname
const archives = (await readdir(join(folder, 'data'))).filter((name) => name.endsWith('.data'))

/** What becomes of each of their runs, by its tag. */
const firstEnds: Readonly<Record<string, string>> = {
  'first version': 'COMPLETED',
  waits: 'COMPLETED',
  paused: 'COMPLETED',
  cancelled: 'CANCELLED',
  'decided while no engine is up': 'COMPLETED',
  'waits below': 'COMPLETED',
  'has a snapshot': 'COMPLETED',
  completed: 'COMPLETED',
  'not acknowledged': 'COMPLETED',
  failed: 'COMPLETED',
  'failed below': 'COMPLETED',
  'rolled back': 'FAILED_ROLLED_BACK',
  'in flight': 'COMPLETED',
  'rolling back': 'FAILED_ROLLED_BACK',
  'backs off': 'COMPLETED',
  'waits for a time': 'COMPLETED',
  'not begun': 'COMPLETED',
}
/** The same since 0.2.0. */
const newerEnds: typeof firstEnds = {
  ...firstEnds,
  'between items': 'COMPLETED',
  'between rounds': 'COMPLETED',
  'at a worker': 'COMPLETED',
  'offered to workers': 'COMPLETED',
  'waits for a signal': 'COMPLETED',
  'half approved': 'COMPLETED',
  'one of many': 'CANCELLED',
  'another of many': 'CANCELLED',
}

it('keeps data directories of earlier versions', () => expect(archives).toEqual(['0.1.0.data', '0.2.0.data']))

describe.each(archives.map((name) => basename(name, '.data')))('the data directory of version %s', (version) => {
  const isFirst = version === '0.1.0'
  const ends = isFirst ? firstEnds : newerEnds
  let dataDir: string
  let server: EmbeddedServer
  let pool: Pool
  let stores: Stores
  let engine: Engine | null = null
  let worker: Worker | null = null

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), `heddle-${version}-`))
    await chmod(dataDir, 0o755)
    const { user } = await choosePlace(dataDir)
    await unpackFolder(await readFile(join(folder, 'data', `${version}.data`)), dataDir, user)
    server = await startEmbeddedServer({ dataDir, settings: ['fsync=off'] })
    pool = createPool(server.url, 4)
    stores = createStores(pool, createDatabase(server.url, 2))
  })
  afterAll(async () => {
    await worker?.stop()
    await engine?.stop()
    await stores.engine.close()
    await Promise.all([pool.end(), stores.database.$disconnect()])
    await server.stop()
    await rm(dataDir, { recursive: true })
  })

  const rowsOf = async <Row extends object>(sql: string): Promise<readonly Row[]> => (await pool.query<Row>(sql)).rows
  const send = (
    runId: string,
    command:
      | { readonly type: 'resume'; readonly input?: Json }
      | { readonly type: 'retry' }
      | { readonly type: 'signal'; readonly signal_name: string; readonly payload: Json },
  ) =>
    stores.engine.sendCommand({ runId, operationId: uuidv7(), command: { ...command, actor: { id: 'local' } } }, 60_000)

  it('is opened by what this version brings, and opened again without a change', async () => {
    await migrate(server.url)
    expect(await migrate(server.url)).toEqual([])
  })

  it('has runs in every state, of several versions, and drafts', async () => {
    const tags = await rowsOf<{ tag: string }>(`select tags[1] as tag from run where parent_run_id is null`)
    expect(tags.map(({ tag }) => tag).sort()).toEqual(Object.keys(ends).sort())
    const statuses = await rowsOf<{ status: string }>('select distinct status from run_state order by 1')
    expect(statuses.map(({ status }) => status)).toEqual([
      'ACTIVE',
      'CANCELLED',
      'COMPLETED',
      'FAILED',
      'FAILED_CHILD_WORKFLOW',
      'FAILED_ROLLED_BACK',
      'PENDING_ASYNC',
      'PENDING_SUB_WORKFLOW',
      'WAITING_CHILD_HUMAN_INPUT',
      'WAITING_HUMAN_INPUT',
    ])
    for (const [what, sql] of Object.entries({
      'held by an engine that is gone': `select from run_state where engine_id is not null`,
      'an engine that was killed': 'select from engine',
      paused: 'select from run_state where held',
      'rolling back': `select from run_state where phase = 'ROLLBACK'`,
      'not begun': 'select from run_state where pending',
      'four levels deep': `select from run where depth = 4`,
      snapshot: 'select from snapshot',
      'unread command': 'select from mailbox where handled_at is null',
      timer: 'select from timer',
      'two versions': `select from definition where name = 'Approval' and version = 2`,
      'a draft that is not finished': `select from draft where name = 'Sketch' and text like '%not finished%'`,
    })) {
      expect(await rowsOf(sql), what).not.toEqual([])
    }
  })

  it.skipIf(isFirst)(
    'has more since 0.2.0: between items and rounds, at workers, half approved, in one verb for many',
    async () => {
      for (const [what, sql] of Object.entries({
        'in hand of a worker that is gone': 'select from async_task where worker_id is not null',
        'offered to workers': `select from async_task where worker_id is null and queue = 'elsewhere'`,
        'half approved': `select from human_task where status = 'open' and approvals_required = 2 and jsonb_array_length(approvals) = 1`,
        'many runs asked for one verb, none of them yet': `select from bulk_operation where ended_at is null and done = 0 and total = 2`,
        'many runs that did it': 'select from bulk_operation where ended_at is not null and done = 2',
        'some items done': `select from run_log where events like '%workflow.item.completed%'`,
      })) {
        expect(await rowsOf(sql), what).not.toEqual([])
      }
      expect(await listViews(stores, localActor, 'runs')).toMatchObject([
        { name: 'What failed', query: { status: 'FAILED' }, shared: true, mine: true },
      ])
      expect(await listDirectory(stores, localActor)).toMatchObject({ people: [{ id: 'ana', groups: ['weavers'] }] })
    },
  )

  it('says in its projections what its histories say, and keeps every other invariant', async () => {
    expect(await findViolations(pool, { settled: false })).toEqual([])
  })

  it('has histories that lead today where its snapshots led then', async () => {
    for (const { run_id: runId } of await rowsOf<{ run_id: string }>('select run_id from snapshot')) {
      const history: readonly RunEvent[] = await readHistory(pool, runId)
      expect(await readRunState(pool, runId, 'whole')).toEqual(fold(initialState(), history))
    }
  })

  it('has its runs finished by today’s engine: timers, retries, decisions, compensations, what was in flight', async () => {
    engine = await startEngine({
      databaseUrl: server.url,
      functionsFolders: [join(folder, 'functions')],
      executor: { threads: 1 },
    })
    worker = startWorker({
      databaseUrl: server.url,
      functionsFolders: [join(folder, 'functions')],
      ...{ queues: ['default', 'elsewhere'], tasks: 2, heartbeatMs: 1_000, log: () => undefined },
    })
    await sendSignals()
    await workOffBulks()
    await workOffLostWork()
    const failed = `select s.run_id from run_state s join run r on r.id = s.run_id
                     where s.status = 'FAILED' and r.tags[1] in ('failed', 'failed below') or s.status = 'FAILED' and r.depth = 1`
    for (const { run_id } of await rowsOf<{ run_id: string }>(failed)) {
      expect(await send(run_id, { type: 'retry' })).toMatchObject({ ok: true })
    }
    for (const { run_id } of await rowsOf<{ run_id: string }>('select run_id from run_state where held')) {
      expect(await send(run_id, { type: 'resume' })).toMatchObject({ ok: true })
    }
    // One of them was decided already, in its mailbox.
    await expect.poll(() => rowsOf('select from mailbox where handled_at is null')).toEqual([])
    for (const { run_id } of await rowsOf<{ run_id: string }>(`select run_id from human_task where status = 'open'`)) {
      expect(await send(run_id, { type: 'resume', input: { approved: true } })).toMatchObject({ ok: true })
    }
    const open = 'select run_id, status, phase from run_state where ended_at is null or engine_id is not null'
    await expect.poll(() => rowsOf(open)).toEqual([])
    const ended = await rowsOf<{ tag: string; status: string }>(
      'select r.tags[1] as tag, s.status from run r join run_state s on s.run_id = r.id where r.parent_run_id is null',
    )
    expect(Object.fromEntries(ended.map(({ tag, status }) => [tag, status]))).toEqual(ends)
    expect(await findViolations(pool, { settled: true })).toEqual([])
  })

  /** The other one that it waits for came early. */
  async function sendSignals(): Promise<void> {
    const waiting = `select run_id from run_state s join run r on r.id = s.run_id where r.tags[1] = 'waits for a signal'`
    for (const { run_id } of await rowsOf<{ run_id: string }>(waiting)) {
      const signal = { type: 'signal', signal_name: 'first', payload: {} } as const
      expect(await send(run_id, signal)).toMatchObject({ ok: true })
    }
  }

  /** As a web process does it. */
  async function workOffBulks(): Promise<void> {
    while (await workBulk(stores));
    expect(await rowsOf('select from bulk_operation where ended_at is null or refused > 0')).toEqual([])
  }

  /** As the background of an engine does it, for workers that have been silent for long. */
  async function workOffLostWork(): Promise<void> {
    const db = createConnection(server.url, 'scan')
    const { found, recovered } = await scanForLostWork(createWorkStore(db), {
      heartbeatTimeoutMs: 10_000,
      recoveries: 3,
    })
    await db.close()
    expect(recovered).toBe(found)
  }
})
