import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import type { RunUpdate } from '../models.ts'
import { readRunEvents, visibilityOf } from '../read-run-events.ts'
import { summariseRun } from '../run-row.ts'
import { createAsyncSignal } from './async-signal.ts'
import type { ChangeFeed } from './change-feed.ts'
import { coalescePastReads, coalesceReads } from './coalesce-reads.ts'
import { eventPosition } from './event-position.ts'
import type { Changes } from './read-changes.ts'
import { createSerialQueue } from './serial-queue.ts'
import type { Settled } from './settled-runs.ts'

const { bufferedEvents, bufferedBytes } = limits.live
/**
 * A queue for readers that are far behind. Readers with megabytes to catch up do not delay readers that are up to date.
 */
const catchUp = createSerialQueue()

export interface WatchRunRequest {
  readonly runId: string
  /** Sequence number of the last event that the reader has, as received from outside. */
  readonly afterSeq: string
  readonly signal: AbortSignal | undefined
  /** The stream ends when the run has ended and every event was read, instead of waiting for later events. */
  readonly untilEnd?: boolean
}

/**
 * The events of a run as they are committed, each batch with the run's row of the same instant, read once for all readers
 * at one position who may see the same runs. A slow reader gets larger batches, up to a bound. The server keeps no data for it, only the fact that more
 * exists. Throws `NOT_FOUND`.
 */
export async function* watchRun(
  stores: Stores,
  actor: Actor,
  feed: ChangeFeed,
  { runId, afterSeq, signal, untilEnd = false }: WatchRunRequest,
): AsyncGenerator<{ readonly id: string; readonly data: RunUpdate }> {
  let seq = seqOf(afterSeq)
  const seenBy = visibilityOf(actor)
  const watching = new AbortController()
  const ending = signal ? AbortSignal.any([signal, watching.signal]) : watching.signal
  const gate = createAsyncSignal(ending)
  let newest: Changes | Settled | null = null
  let hasLost = false
  const take = (changes: Changes) => {
    newest = changes
    hasLost ||= changes.anew === true
    gate.open()
  }
  let isAwaitingEnd = false
  // The feed pauses between reads for the sake of many watchers; the last events of a run do not wait for that pause.
  const awaitEnd = () => {
    if (isAwaitingEnd) return
    isAwaitingEnd = true
    feed.settled(runId, watching.signal).then(
      (settled) => {
        isAwaitingEnd = false
        if (settled === null) return
        newest = settled
        gate.open()
      },
      // Errors of the database reach the watcher through the feed.
      () => {
        isAwaitingEnd = false
      },
    )
  }
  const unsubscribe = feed.follow(runId, take, gate.fail)
  try {
    let first = true
    let anew = false
    let behind = false
    let ended = false
    while (!ending.aborted) {
      if (hasLost) {
        hasLost = false
        anew = true
        seq = 0
      }
      const reading = JSON.stringify([seenBy, runId, seq, first])
      const readHere = () => readUpdate(stores, actor, runId, seq, first)
      const read: () => Promise<Reading> = behind ? () => catchUp(readHere) : readHere
      const { update, more }: Reading = await (newest
        ? coalesceReads(newest, reading, read)
        : coalescePastReads(feed, reading, read))
      // The run had ended before this read, so the read includes the whole batch of its outcome.
      if (untilEnd && ended && update === null) return
      if (update) {
        seq = Number(update.id)
        ended = update.data.summary.endedAt !== null
        if (isOnItsWay(update.data.summary.publicStatus)) awaitEnd()
        if (update.data.events.length > 0 || !(untilEnd && ended))
          yield anew ? { ...update, data: { ...update.data, anew } } : update
        anew = false
      }
      first = false
      // A batch that was cut by size and not by count holds a megabyte of large events, and the next batch is likely
      // to.
      behind = more && (update?.data.events.length ?? 0) < bufferedEvents
      if (!more && !(untilEnd && ended)) await gate.passed()
    }
  } finally {
    watching.abort()
    unsubscribe()
  }
}

const isOnItsWay = (status: string) => status === 'pending' || status === 'running'

type Reading = Awaited<ReturnType<typeof readUpdate>>

/**
 * The events after a sequence number, with the run's row; null when there are none, unless `always` is set. Then something
 * else has changed: perhaps the run was removed, which ends the stream.
 */
async function readUpdate(stores: Stores, actor: Actor, runId: string, afterSeq: number, always: boolean) {
  const bounds = { most: bufferedEvents, mostBytes: bufferedBytes }
  const { row, events, more } = await readRunEvents(stores, actor, runId, { afterSeq, ...bounds })
  if (!always && events.length === 0) return { update: null, more }
  return { update: { id: String(events.at(-1)?.seq ?? afterSeq), data: { events, summary: summariseRun(row) } }, more }
}

function seqOf(text: string): number {
  const seq = eventPosition(text)
  if (seq > 2_147_483_647n) {
    throw new ApiError('BAD_REQUEST', 'The last event id does not belong to this stream.', 'lastEventId')
  }
  return Number(seq)
}
