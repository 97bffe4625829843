import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPool } from '#server/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '#server/db/testing/test-database.ts'
import { type Consumer, createHandlingConsumer, createTransferringConsumer } from './consumer.ts'
import { type Cursor, presentSql, type StartsAt } from './cursor.ts'
import { type PageEnd, pageOfTransactions, readTransactions, type Summary } from './page.ts'
import {
  backOffMs,
  isFirstEngine,
  type Subscription,
  type SubscriptionOptions,
  type SubscriptionState,
  startSubscription,
} from './subscription.ts'

const PAGE_ROWS = 3

let database: TestDatabase
let pool: Pool
const subscriptions: Subscription[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 6)
  await pool.query('create table delivery (subscriber text, place serial, run_id uuid)')
})
beforeEach(() => pool.query('truncate run_log, bookmark, engine, delivery'))
afterEach(() => Promise.all(subscriptions.splice(0).map((subscription) => subscription.stop())))
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** Rows of the log, in one transaction, each of a run of its own. */
async function grow(rows = 1, db: Pick<Pool, 'query'> = pool): Promise<readonly string[]> {
  const runIds = Array.from({ length: rows }, () => randomUUID())
  await db.query(
    `insert into run_log (run_id, seq, engine_epoch, append_id, events, xid)
     select id, 1, 0, gen_random_uuid(), '[]', pg_current_xact_id()::text::bigint from unnest($1::uuid[]) id`,
    [runIds],
  )
  return runIds
}

/** Transactions of other tests on the same server hold back the present until they end. */
const untilPresent = () =>
  expect.poll(async () => (await pool.query(`select from run_log where xid >= ${presentSql} limit 1`)).rowCount).toBe(0)

async function pageAfter(
  db: Pick<Pool, 'query'>,
  after: Cursor,
): Promise<PageEnd & { readonly rows: readonly string[] }> {
  const { answer, end } = await readTransactions(PAGE_ROWS, async (rows) => {
    const { rows: found } = await db.query<Summary & { runs: readonly string[] }>(
      `with ${pageOfTransactions({ columns: 'xid, run_id', rows })}
       select summary.*, array(select run_id::text from page order by xid) as runs from summary`,
      [after.xid],
    )
    return found[0] as Summary & { runs: readonly string[] }
  })
  return { rows: answer.runs, ...end }
}

interface SubscriberOptions {
  readonly startsAt?: StartsAt
  /** Called before the effects of a page. */
  readonly onPage?: (runIds: readonly string[]) => Promise<void> | void
  /** Called instead of the write of the cursor; calls it. */
  readonly committing?: <Result>(write: () => Promise<Result>) => Promise<Result>
}

const deliver = (db: Pick<Pool, 'query'>, name: string, runIds: readonly string[]) =>
  db.query('insert into delivery (subscriber, run_id) select $1, unnest($2::uuid[])', [name, runIds])

const delivered = async (name: string) => {
  const { rows } = await pool.query<{ run_id: string }>(
    'select run_id from delivery where subscriber = $1 order by place',
    [name],
  )
  return rows.map(({ run_id }) => run_id)
}

type CreateConsumer = (name: string, options?: SubscriberOptions) => Consumer

/** Like the calls of observers: the effects are outside of the transaction that stores the cursor. */
const handling: CreateConsumer = (name, { startsAt = 'beginning', onPage, ...options } = {}) =>
  createHandlingConsumer({
    pool,
    name,
    startsAt,
    read: (after) => pageAfter(pool, after),
    async handle(rows) {
      await onPage?.(rows)
      await deliver(pool, name, rows)
    },
    ...options,
  })

/** Like the outbox of failure calls and of webhooks: one transaction writes the effects and the cursor. */
const transferring: CreateConsumer = (name, { startsAt = 'beginning', onPage, ...options } = {}) =>
  createTransferringConsumer({
    pool,
    name,
    startsAt,
    async transfer(client, after) {
      const { rows, ...end } = await pageAfter(client, after)
      if (rows.length > 0) {
        await onPage?.(rows)
        await deliver(client, name, rows)
      }
      return end
    },
    ...options,
  })

function subscribe(consumer: Consumer, options: Partial<SubscriptionOptions> = {}): Subscription {
  const subscription = startSubscription({
    catchUp: consumer.catchUp,
    release: consumer.release,
    lookEveryMs: 5,
    retry: { firstMs: 1, longestMs: 20 },
    onError: () => undefined,
    ...options,
  })
  subscriptions.push(subscription)
  return subscription
}

async function register(epoch: number): Promise<string> {
  const id = randomUUID()
  await pool.query(
    `insert into engine (id, epoch, pid, host, lease_expires_at) values ($1, $2, 1, 'here', now() + interval '1 hour')`,
    [id, epoch],
  )
  return id
}

describe.each([
  { kind: 'with effects outside the database', createConsumer: handling },
  { kind: 'with effects in the transaction of the cursor', createConsumer: transferring },
])('a subscriber $kind', ({ createConsumer }) => {
  it('handles every row in commit order, also of a transaction that began first and commits last', async () => {
    subscribe(createConsumer('a'))
    const slow = await pool.connect()
    await slow.query('begin')
    const first = await grow(2, slow)
    const second = await grow(1)
    await slow.query('commit')
    slow.release()
    const third = await grow(2 * PAGE_ROWS + 1)
    await expect.poll(async () => (await delivered('a')).length).toBe(3 + third.length)
    const runIds = await delivered('a')
    expect(runIds.slice(0, 2).toSorted()).toEqual(first.toSorted())
    expect(runIds[2]).toBe(second[0])
    expect(runIds.slice(3).toSorted()).toEqual(third.toSorted())
  })

  it('starts at the beginning of the log, or with what is committed from now on', async () => {
    const early = await grow()
    await untilPresent()
    await createConsumer('new', { startsAt: 'present' }).catchUp(new AbortController().signal)
    const late = await grow()
    subscribe(createConsumer('new', { startsAt: 'present' }))
    subscribe(createConsumer('old', { startsAt: 'beginning' }))
    await expect.poll(() => delivered('old')).toEqual([...early, ...late])
    await expect.poll(() => delivered('new')).toEqual(late)
  })

  it('repeats a failed page with back-off, and nothing overtakes it', async () => {
    const runIds = await grow()
    const pages: (readonly string[])[] = []
    const states: SubscriptionState[] = []
    const messages: string[] = []
    const consumer = createConsumer('a', {
      onPage(page) {
        pages.push(page)
        if (pages.length <= 4) throw new Error(pages.length <= 3 ? 'it is down' : 'it is full')
      },
    })
    const subscription = subscribe(consumer, {
      async claim() {
        states.push(subscriptions[0]?.state ?? 'standby')
        return true
      },
      onError: (message) => messages.push(message),
    })
    await expect.poll(() => delivered('a')).toEqual(runIds)
    const later = await grow()
    await expect.poll(() => delivered('a')).toEqual([...runIds, ...later])
    expect(pages).toEqual([...Array.from({ length: 5 }, () => runIds), later])
    expect(states.filter((state) => state === 'backing_off')).toHaveLength(4)
    expect(messages).toEqual(['it is down', 'it is full'])
    await subscription.stop()
    expect(subscription.state).toBe('stopped')
  })

  it('loses nothing when it is killed before or after the store of its cursor', async () => {
    const runIds: string[] = []
    for (const at of ['before', 'after'] as const) {
      runIds.push(...(await grow()))
      const killed = createConsumer('a', {
        async committing(write) {
          if (at === 'after') await write()
          throw new Error('killed')
        },
      })
      await untilPresent()
      await expect(killed.catchUp(new AbortController().signal)).rejects.toThrow('killed')
    }
    const last = await grow()
    subscribe(createConsumer('a'))
    await expect.poll(async () => (await delivered('a')).at(-1)).toBe(last[0])
    const all = await delivered('a')
    expect(new Set(all)).toEqual(new Set([...runIds, ...last]))
    // First deliveries are in order, whatever was repeated.
    expect([...new Set(all)]).toEqual([...runIds, ...last])
  })

  it('is read by one engine of two, and goes on with the other one where the first one has died', async () => {
    const [one, two] = [await register(1), await register(2)]
    const readBy: string[] = []
    for (const engine of [two, one]) {
      const consumer = createConsumer('a', { onPage: () => void readBy.push(engine) })
      subscribe(consumer, { claim: () => isFirstEngine(pool, engine) })
    }
    const before = await grow()
    await expect.poll(() => delivered('a')).toEqual(before)
    expect(readBy).toEqual([one])
    expect(subscriptions[0]?.state).toBe('standby')
    await expect.poll(() => subscriptions[1]?.state).toBe('caught_up')
    await pool.query('update engine set lease_expires_at = now() where id = $1', [one])
    await expect.poll(() => subscriptions[1]?.state).toBe('standby')
    const after = await grow()
    await expect.poll(() => delivered('a')).toEqual([...before, ...after])
    expect(readBy).toEqual([one, two])
  })

  it('stops in the middle of the log, and goes on there', async () => {
    const pages = [await grow(PAGE_ROWS), await grow(PAGE_ROWS), await grow(PAGE_ROWS)]
    await untilPresent()
    const stopping = new AbortController()
    const stopped = createConsumer('a', { onPage: () => stopping.abort() })
    expect(await stopped.catchUp(stopping.signal)).toBe(false)
    expect(await delivered('a')).toHaveLength(PAGE_ROWS)
    subscribe(createConsumer('a'))
    await expect.poll(async () => (await delivered('a')).toSorted()).toEqual(pages.flat().toSorted())
  })
})

it('delivers a page once when the effects and the cursor are one transaction, over any kill', async () => {
  const runIds = await grow()
  await untilPresent()
  const signal = new AbortController().signal
  const killed = transferring('a', {
    async committing(write) {
      await write()
      throw new Error('killed')
    },
  })
  await expect(killed.catchUp(signal)).rejects.toThrow('killed')
  await Promise.all([transferring('a').catchUp(signal), transferring('a').catchUp(signal)])
  expect(await delivered('a')).toEqual(runIds)
})

it('goes back to the present when the numbers of transactions have restarted below the cursor', async () => {
  const signal = new AbortController().signal
  for (const [name, createConsumer] of [
    ['a', handling],
    ['b', transferring],
  ] as const) {
    await pool.query('insert into bookmark (name, xid) values ($1, 9000000000)', [name])
    await createConsumer(name).catchUp(signal)
    const late = await grow()
    await untilPresent()
    await createConsumer(name).catchUp(signal)
    expect((await delivered(name)).at(-1)).toBe(late[0])
  }
})

it('doubles the back-off with each failure in a row, up to a bound', () => {
  const retry = { firstMs: 1_000, longestMs: 30_000 }
  expect([1, 2, 3, 5, 6, 60].map((failures) => backOffMs(retry, failures))).toEqual([
    1_000, 2_000, 4_000, 16_000, 30_000, 30_000,
  ])
})
