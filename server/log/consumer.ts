import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../db/in-transaction.ts'
import { generationsOf } from '../db/pool.ts'
import { type Cursor, lockCursor, openCursor, type StartsAt, storeCursor } from './cursor.ts'
import type { LogPage, PageEnd } from './page.ts'

/** Performs a write of the consumer: tests end the process around it. */
type Committing = <Result>(write: () => Promise<Result>) => Promise<Result>

interface ConsumerOptions {
  readonly pool: Pool
  /** The name of the stored cursor. */
  readonly name: string
  readonly startsAt: StartsAt
  readonly committing?: Committing
}

/**
 * A reader of the log with a stored cursor: it reads page after page, in commit order, and never skips a row.
 */
export interface Consumer {
  /** Reads to the present. False: it was interrupted, by the signal or by another generation of the database. */
  catchUp(signal: AbortSignal): Promise<boolean>
  /** Forgets the cursor in memory: another process may move the stored one. */
  release(): void
}

export interface Handling<Row> extends ConsumerOptions {
  read(after: Cursor): Promise<LogPage<Row>>
  /** Called with each page that has rows; the cursor is stored when it resolves. */
  handle(rows: readonly Row[], signal: AbortSignal): Promise<void>
}

/**
 * A consumer with effects outside the database. They happen at least once: a process that dies between them and the
 * store of the cursor leaves the page to its successor.
 */
export function createHandlingConsumer<Row>(options: Handling<Row>): Consumer {
  const { pool, name, startsAt, read, handle, committing = (write) => write() } = options
  const generations = generationsOf(pool)
  let cursor: Cursor | null = null
  let generation: string | null = null

  return {
    async catchUp(signal) {
      if (cursor === null) {
        cursor = await openCursor(pool, name, startsAt)
        generation = generations.current
      }
      for (let more = true; more; ) {
        if (signal.aborted) return false
        const page = await read(cursor)
        // Transaction numbers were reused: only the stored cursor tells how far this database has been read.
        if (generations.current !== generation) {
          cursor = null
          return false
        }
        const { next } = page
        if (page.rows.length > 0) await handle(page.rows, signal)
        if (next.xid !== cursor.xid) await committing(() => storeCursor(pool, name, next, generation))
        cursor = next
        more = page.more
      }
      return true
    },
    release() {
      cursor = null
    },
  }
}

export interface Transferring extends ConsumerOptions {
  /** Reads a page and writes what follows from it, in the transaction of the client. */
  transfer(client: PoolClient, after: Cursor): Promise<PageEnd>
}

/**
 * A consumer with effects in the database alone, such as rows of an outbox that other code delivers. They happen once: one transaction writes
 * them and moves the cursor. The lock on the cursor is the claim, so any number of processes may run this consumer.
 */
export function createTransferringConsumer(options: Transferring): Consumer {
  const { pool, name, startsAt, transfer, committing = (write) => write() } = options
  const page = () =>
    inTransaction(pool, async (client) => {
      const cursor = await lockCursor(client, name, startsAt)
      const { next, more } = await transfer(client, cursor)
      await storeCursor(client, name, next)
      return more
    })
  return {
    async catchUp(signal) {
      while (await committing(page)) if (signal.aborted) return false
      return true
    },
    // Each page begins with the stored cursor.
    release: () => undefined,
  }
}
