import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../stores.ts'
import type { RunUpdate } from './models.ts'
import { readRunEvents } from './read-run-events.ts'
import { summariseRun } from './run-row.ts'

/** The events of a run after one of them, as many as fit into a response, and its row. Throws `NOT_FOUND`. */
export async function readHistory(stores: Stores, actor: Actor, runId: string, afterSeq: number): Promise<RunUpdate> {
  const { events, row } = await readRunEvents(stores, actor, runId, { afterSeq })
  return { events, summary: summariseRun(row) }
}
