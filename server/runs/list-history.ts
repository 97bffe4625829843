import { z } from 'zod'
import type { RunEvent } from '#core/run/event.ts'
import type { Actor } from '#server/access/actor.ts'
import { cursorNumber, decodeCursor, encodeCursor } from '../cursor.ts'
import type { Page } from '../page.ts'
import type { Stores } from '../stores.ts'
import { getRunRow } from './get-run-row.ts'
import { readEvents } from './read-events.ts'

export interface HistoryQuery {
  readonly runId: string
  readonly cursor?: string | undefined
  readonly limit: number
}

const cursorKeys = z.tuple([cursorNumber])

/** Every event of a run, in order. A page may end before its size when the events are large. Throws `NOT_FOUND`. */
export async function listHistory(
  stores: Stores,
  actor: Actor,
  { runId, cursor, limit }: HistoryQuery,
): Promise<Page<RunEvent>> {
  await getRunRow(stores, actor, runId)
  const [afterSeq] = cursor === undefined ? [0] : decodeCursor(cursor, cursorKeys)
  const { events, more } = await readEvents(stores.pool, runId, afterSeq, limit)
  const last = events.at(-1)
  return { items: events, nextCursor: more && last ? encodeCursor([last.seq]) : null }
}
