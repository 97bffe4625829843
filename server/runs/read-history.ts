import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../stores.ts'
import { getRunRow } from './get-run-row.ts'
import type { RunUpdate } from './models.ts'
import { readEvents } from './read-events.ts'
import { summariseRun } from './run-row.ts'

/** The events of a run after one of them, as many as fit into a response, and its row. Throws `NOT_FOUND`. */
export async function readHistory(stores: Stores, actor: Actor, runId: string, afterSeq: number): Promise<RunUpdate> {
  const { events } = await readEvents(stores.pool, runId, afterSeq)
  // The row is read after the events: it may include later events, but never lacks these.
  return { events, summary: summariseRun(await getRunRow(stores, actor, runId)) }
}
