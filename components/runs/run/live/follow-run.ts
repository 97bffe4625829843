import { apiFailure } from '#components/api/api-failure.ts'
import { keepOpen } from '#components/api/keep-open.ts'
import type { RunDetail, RunUpdate } from '#components/api/models.ts'
import { holdStreamSlot } from '#components/api/stream-slot.ts'
import type { useApiClient } from '#components/api/trpc.ts'
import { isEnded } from '#core/run/views/status.ts'
import { restOf } from './read-whole.ts'
import { continueLog, type RunLog, startLog } from './run-log.ts'

/** Updates that arrive within one frame are drawn together. */
const frameMs = 16

export interface RunFollower {
  draw(log: RunLog): void
  /** Reports whether the stream of this run is open. */
  streams(isOpen: boolean): void
  /** An event is missing from the sequence: the run has to be read again. */
  gap(): void
}

type RunsClient = { readonly runs: Pick<ReturnType<typeof useApiClient>['runs'], 'history' | 'watch'> }

/**
 * Draws a run as it was read, then the rest of its history and its live events, until the returned function is called.
 */
export function followRun(detail: RunDetail, client: RunsClient, to: RunFollower): () => void {
  let current = startLog(detail)
  to.draw(current)
  const ended = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const draw = () => {
    timer = undefined
    to.draw(current)
  }
  const take = (update: RunUpdate) => {
    const next = update.anew ? null : continueLog(current, update)
    if (next === null) {
      to.gap()
      return
    }
    current = next
    timer ??= setTimeout(draw, frameMs)
  }
  const readRest = async () => {
    for await (const update of restOf(client, detail, current.state.seq, ended.signal)) take(update)
  }
  const watch = () =>
    keepOpen(
      (on) =>
        client.runs.watch.subscribe(
          { runId: detail.runId, lastEventId: String(current.state.seq) },
          {
            onData: ({ data }) => take(data),
            onConnectionStateChange: ({ state, error }) => {
              if (state === 'pending') on.live()
              else if (error) on.lost()
            },
            onError: (error) => {
              if (apiFailure(error).code !== 'NOT_FOUND') return on.ended()
              // The run was removed: another stream of it would end the same way.
              ended.abort()
              to.streams(false)
              to.gap()
            },
            onComplete: on.ended,
          },
        ),
      { live: () => to.streams(true), lost: () => to.streams(false) },
      ended.signal,
    )
  // An ended run changes only through an operator's action, and the shared stream reports that. A stream also catches
  // up on a history that is not read in full yet.
  const isDone = () => isEnded(current.summary.status) && current.state.seq >= detail.lastSeq
  readRest()
    .catch(() => undefined)
    .finally(() => {
      if (!isDone() && !ended.signal.aborted) holdStreamSlot(watch, ended.signal)
    })
  return () => {
    ended.abort()
    clearTimeout(timer)
    // The next follower of the run may get no stream: while all slots are taken, or because the run has ended.
    to.streams(false)
  }
}
