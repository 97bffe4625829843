import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noRows, someAppend, someNewRun } from '#proof/testing/appends.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import type { EngineIdentity, Store } from '../ports.ts'
import { createPostgresStore } from '../store/postgres-store.ts'
import { startRuns } from '../store/start.ts'
import { tuning } from '../tuning.ts'
import { localClock } from '../world/local-clock.ts'
import type { Append, Appended } from './append.ts'
import { createGroupCommitter, type GroupCommitterOptions, PoisonedItem } from './group-committer.ts'

describe('group commit on PostgreSQL', () => {
  let database: TestDatabase
  let pool: pg.Pool
  let store: Store
  let engine: EngineIdentity
  beforeAll(async () => {
    database = await createTestDatabase()
    pool = new pg.Pool({ connectionString: database.url, max: 2 })
    store = createPostgresStore(database.url)
    engine = await store.register('here', 1, 60_000)
  })
  afterAll(async () => {
    await Promise.all([store.close(), pool.end()])
    await database.drop()
  })

  type Write = GroupCommitterOptions<Append, Appended>['write']
  const open = (
    around: (write: Write) => Write = (write) => write,
    options: { readonly itemsPerBatch?: number; readonly eagerItems?: number } = {},
  ) => {
    const batches: number[] = []
    const counted: Write = (appends, lane, again) => {
      batches.push(appends.length)
      return store.append(engine, appends, lane, again)
    }
    const committer = createGroupCommitter<Append, Appended>({
      lanes: store.lanes,
      itemsPerBatch: options.itemsPerBatch ?? tuning.committer.runsPerFlush,
      bytesPerBatch: tuning.committer.bytesPerFlush,
      ...(options.eagerItems && { eagerItems: options.eagerItems }),
      after: localClock.after,
      bytesOf: (append) => append.events.length,
      ownerOf: (append) => append.ownerId,
      write: around(counted),
    })
    return { committer, batches }
  }
  /** Runs that this engine holds; the next event of each is number 4. */
  const ownedRuns = async (count: number): Promise<readonly string[]> => {
    const started = await startRuns(
      pool,
      Array.from({ length: count }, () => someNewRun()),
    )
    const claimed = await store.claim(engine, { runs: count }, async (runs) => ({
      appends: runs.map(({ runId }) => someAppend(runId, 3, { claim: true })),
      leave: [],
    }))
    expect(claimed.found).toBe(count)
    return started.flatMap((run) => run?.runId ?? [])
  }
  const rowsOf = async (runIds: readonly string[]) => {
    const { rows } = await pool.query<{ seq: number }>('select seq from run_log where run_id = any($1) and seq > 3', [
      runIds,
    ])
    return rows.length
  }

  it('gives everybody a part of a batch that is too small for all', async () => {
    const [last = '', ...others] = await ownedRuns(40)
    const written: (readonly string[])[] = []
    const { committer } = open(
      (write) => (appends, lane, again) => {
        written.push(appends.map(({ ownerId }) => ownerId))
        return write(appends, lane, again)
      },
      { itemsPerBatch: 10 },
    )
    const commit = (runId: string, ownerId: string) => committer.commit(someAppend(runId, 4, { ownerId }))
    await Promise.all([...others.map((runId) => commit(runId, 'many')), commit(last, 'one')])
    expect(written[0]).toHaveLength(10)
    expect(written[0]).toContain('one')
  })

  it('sends the first of many items before the turn that brings them has ended', async () => {
    const runIds = await ownedRuns(60)
    const { committer, batches } = open((write) => write, { eagerItems: 25 })
    await Promise.all(runIds.map((runId) => committer.commit(someAppend(runId, 4))))
    expect(batches).toEqual([25, 25, 10])
    expect(await rowsOf(runIds)).toBe(60)
  })

  it('commits what comes in one turn in one transaction, and what comes meanwhile in the next', async () => {
    const runIds = await ownedRuns(60)
    const { committer, batches } = open()
    const commit = (some: readonly string[]) => Promise.all(some.map((runId) => committer.commit(someAppend(runId, 4))))
    await commit(runIds.slice(0, 50))
    expect(batches).toEqual([50])
    await commit(runIds.slice(50))
    const { rows } = await pool.query(
      'select count(distinct xid)::int as commits from run_log where run_id = any($1) and seq = 4',
      [runIds],
    )
    expect(rows[0]).toEqual({ commits: 2 })
  })

  it('keeps a batch within its bounds', async () => {
    const runIds = await ownedRuns(10)
    const { committer, batches } = open(undefined, { itemsPerBatch: 4 })
    await Promise.all(runIds.map((runId) => committer.commit(someAppend(runId, 4))))
    expect(batches).toEqual([4, 4, 2])
  })

  it('finds the one append that can never be stored; the others commit', async () => {
    const runIds = await ownedRuns(16)
    const { committer } = open()
    const poison = { ...noRows, messages: [{ to: 'nobody', command: { type: 'timer_fired', timer_id: '' } as const }] }
    const answers = await Promise.allSettled(
      runIds.map((runId, index) => committer.commit(someAppend(runId, 4, index === 11 ? { rows: poison } : {}))),
    )
    expect(answers.map(({ status }) => status).indexOf('rejected')).toBe(11)
    expect((answers[11] as PromiseRejectedResult).reason).toBeInstanceOf(PoisonedItem)
    expect(await rowsOf(runIds)).toBe(15)
    await expect.poll(() => committer.pending).toBe(0)
  })

  it('sends the batch again after a connection was lost, and writes it once', async () => {
    const runIds = await ownedRuns(5)
    let lost = false
    const { committer, batches } = open((write) => async (appends, lane, again) => {
      if (!lost) {
        lost = true
        await pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name = 'heddle engine commit'`,
        )
      }
      return write(appends, lane, again)
    })
    const answers = await Promise.all(runIds.map((runId) => committer.commit(someAppend(runId, 4))))
    expect(answers.every((answer) => answer.kind === 'committed' && answer.owned)).toBe(true)
    expect(batches.length).toBeGreaterThan(0)
    expect(await rowsOf(runIds)).toBe(5)
  })

  it('recognises its own commit when the answer to it was lost', async () => {
    const runIds = await ownedRuns(5)
    let dropped = false
    const { committer, batches } = open((write) => async (appends, lane, again) => {
      const answers = await write(appends, lane, again)
      if (dropped) return answers
      dropped = true
      throw new Error('Connection terminated unexpectedly')
    })
    const answers = await Promise.all(runIds.map((runId) => committer.commit(someAppend(runId, 4))))
    expect(answers).toEqual(runIds.map(() => ({ kind: 'committed', owned: true, mailSeq: 0 })))
    expect(batches).toEqual([5, 5])
    expect(await rowsOf(runIds)).toBe(5)
  })

  it.each(['40001', '40P01', '53300', '53100', '57014', '57P01', '08006'])(
    'tries again after SQLSTATE %s',
    async (code) => {
      const runIds = await ownedRuns(2)
      let failed = false
      const { committer } = open((write) => (appends, lane, again) => {
        if (failed) return write(appends, lane, again)
        failed = true
        return Promise.reject(Object.assign(new Error('injected'), { code }))
      })
      const answers = await Promise.all(runIds.map((runId) => committer.commit(someAppend(runId, 4))))
      expect(answers.map(({ kind }) => kind)).toEqual(['committed', 'committed'])
    },
  )

  it('finds the one append that trips over a bug; the others commit', async () => {
    const runIds = await ownedRuns(20)
    const bug = { status: 'FAILED', phase: 'ENDED' } as unknown as NonNullable<Append['projection']>
    const committer = open().committer
    const results = await Promise.allSettled(
      runIds.map((runId, index) =>
        committer.commit(
          someAppend(
            runId,
            4,
            index === 7 ? { projection: { ...bug, error: { code: 'Error', message: ['no'] } } as never } : {},
          ),
        ),
      ),
    )
    const failed = results.flatMap((result, index) => (result.status === 'rejected' ? [[index, result.reason]] : []))
    expect(failed).toMatchObject([[7, expect.any(TypeError)]])
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(19)
  })

  it('reports a bug instead of repeating it', async () => {
    const { committer, batches } = open(
      () => () => Promise.reject(Object.assign(new Error('no such column'), { code: '42703' })),
    )
    await expect(committer.commit(someAppend(someNewRun().runId, 4))).rejects.toThrow('no such column')
    expect(batches).toEqual([])
  })

  it('finishes what is under way when it is closed, and takes nothing more', async () => {
    const [runId = ''] = await ownedRuns(1)
    const { committer } = open()
    const last = committer.commit(someAppend(runId, 4))
    expect(committer.pending).toBe(1)
    await committer.close()
    expect((await last).kind).toBe('committed')
    await expect(committer.commit(someAppend(runId, 5))).rejects.toThrow('closed')
  })

  it('gives a batch up after its time when somebody waits for it, and takes the next', async () => {
    let isAway = true
    const committer = createGroupCommitter<number, number>({
      lanes: 1,
      itemsPerBatch: 10,
      bytesPerBatch: 1_000,
      after: localClock.after,
      retryForMs: 50,
      bytesOf: () => 1,
      async write(items) {
        if (isAway) throw Object.assign(new Error('no space left'), { code: '53100' })
        return items
      },
    })
    await expect(committer.commit(1)).rejects.toThrow('no space left')
    isAway = false
    expect(await committer.commit(2)).toBe(2)
    await committer.close()
  })
})
