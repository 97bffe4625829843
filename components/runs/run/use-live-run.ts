'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { keepFresh } from '#components/api/keep-fresh.ts'
import { keepOpen } from '#components/api/keep-open.ts'
import type { RunDetail, RunUpdate } from '#components/api/models.ts'
import { alone, askAhead } from '#components/api/query-address.ts'
import { holdStreamSlot } from '#components/api/stream-slot.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { isEnded } from '#core/run/views.ts'
import { continueLog, type RunLog, startLog } from './run-log.ts'

/** Updates that arrive within one frame are drawn together. */
const frameMs = 16

export interface LiveRun {
  readonly detail: RunDetail
  readonly log: RunLog
  /** The stream of this run is open; otherwise the shared stream of changes keeps it fresh, a little later. */
  readonly isStreaming: boolean
}

/** A run and everything that happens to it from now on. */
export function useLiveRun(runId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  askAhead('runs.get', { runId })
  const query = useQuery(api.runs.get.queryOptions({ runId }, { ...keepFresh, trpc: { context: alone } }))
  const { log, isStreaming } = useLog(query.data, () =>
    queryClient.invalidateQueries(api.runs.get.queryFilter({ runId })),
  )
  useRunChanges((changed) => {
    if (changed !== null && (isStreaming || !changed.has(runId))) return undefined
    return queryClient.invalidateQueries(api.runs.get.queryFilter({ runId }))
  })
  const live: LiveRun | null = query.data && log ? { detail: query.data, log, isStreaming } : null
  return { live, query }
}

function useLog(detail: RunDetail | undefined, onGap: () => void) {
  const client = useApiClient()
  const [log, setLog] = useState<RunLog | null>(null)
  const [isStreaming, setStreaming] = useState(false)
  const readAgain = useEffectEvent(onGap)

  useEffect(() => {
    if (!detail) return
    let current = startLog(detail)
    setLog(current)
    const ended = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const draw = () => {
      timer = undefined
      setLog(current)
    }
    const take = (update: RunUpdate) => {
      const next = continueLog(current, update)
      if (next === null) {
        readAgain()
        return
      }
      current = next
      timer ??= setTimeout(draw, frameMs)
    }
    /** A long history begins in the answer and goes on page by page. */
    const readRest = async () => {
      while (current.state.seq < detail.lastSeq && !ended.signal.aborted) {
        const request = { runId: detail.runId, afterSeq: current.state.seq }
        const update = await client.runs.history.query(request, { signal: ended.signal })
        if (update.events.length === 0) return
        take(update)
      }
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
              onError: on.ended,
              onComplete: on.ended,
            },
          ),
        { live: () => setStreaming(true), lost: () => setStreaming(false) },
        ended.signal,
      )
    // What has ended changes by a verb only, and the shared stream tells of that. A stream also catches up.
    const isDone = () => isEnded(current.summary.status) && current.state.seq >= detail.lastSeq
    readRest()
      .catch(() => undefined)
      .finally(() => {
        if (!isDone() && !ended.signal.aborted) holdStreamSlot(watch, ended.signal)
      })
    return () => {
      ended.abort()
      clearTimeout(timer)
    }
  }, [detail, client])

  return { log, isStreaming }
}
