import { limits } from '#core/limits.ts'
import type { Actor } from '../actor.ts'
import { ApiError } from '../api-error.ts'
import type { Stores } from '../stores.ts'
import type { ChangeFeed } from './change-feed.ts'
import { eventPosition } from './event-position.ts'
import { createGate } from './gate.ts'
import { getRunRow } from './get-run-row.ts'
import type { RunUpdate } from './models.ts'
import { readEvents } from './read-events.ts'
import { summariseRun } from './run-row.ts'

export interface WatchRunRequest {
  readonly runId: string
  /** Sequence number of the last event that the reader has, as it came from outside. */
  readonly afterSeq: string
  readonly signal: AbortSignal | undefined
  /** Ends when the run has ended and everything has been read, instead of waiting for what may come of it yet. */
  readonly untilEnd?: boolean
}

/**
 * The events of a run as they are committed, each batch with the run's row as
 * it is then. A slow reader gets larger batches, up to a bound; nothing is kept
 * for it but the fact that there is more. Throws `NOT_FOUND`.
 */
export async function* watchRun(
  stores: Stores,
  actor: Actor,
  feed: ChangeFeed,
  { runId, afterSeq, signal, untilEnd = false }: WatchRunRequest,
): AsyncGenerator<{ readonly id: string; readonly data: RunUpdate }> {
  let seq = seqOf(afterSeq)
  await getRunRow(stores, actor, runId)
  const ending = signal ?? new AbortController().signal
  const gate = createGate(ending)
  const unsubscribe = feed.subscribe(({ runs }) => {
    for (const runIds of runs.values()) if (runIds.has(runId)) gate.open()
  }, gate.fail)
  try {
    let first = true
    let ended = false
    while (!ending.aborted) {
      const { events, more } = await readEvents(stores.pool, runId, seq, limits.live.bufferedEvents)
      // The run had ended before this was read, so the whole batch of its outcome has been.
      if (untilEnd && ended && events.length === 0) return
      seq = events.at(-1)?.seq ?? seq
      if (first || events.length > 0) {
        // Read after the events: it may already know the next ones, but never lacks these.
        const summary = summariseRun(await getRunRow(stores, actor, runId))
        ended = summary.endedAt !== null
        if (events.length > 0 || !(untilEnd && ended)) yield { id: String(seq), data: { events, summary } }
      }
      first = false
      if (!more && !(untilEnd && ended)) await gate.passed()
    }
  } finally {
    unsubscribe()
  }
}

function seqOf(text: string): number {
  const seq = eventPosition(text)
  if (seq > 2_147_483_647n) {
    throw new ApiError('BAD_REQUEST', 'The last event id is not one of this stream.', 'lastEventId')
  }
  return Number(seq)
}
