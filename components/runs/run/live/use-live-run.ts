'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { keepFresh } from '#components/api/keep-fresh.ts'
import type { RunDetail } from '#components/api/models.ts'
import { alone, askAhead } from '#components/api/query-address.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { isEnded } from '#core/run/views/status.ts'
import { followRun } from './follow-run.ts'
import type { RunLog } from './run-log.ts'

export interface LiveRun {
  readonly detail: RunDetail
  readonly log: RunLog
  /** The stream of this run is open; otherwise the shared stream of changes refreshes the run, a little later. */
  readonly isStreaming: boolean
  /**
   * The state is the present one. A page that is opened again shows what was read before, until its stream or a new
   * answer has come.
   */
  readonly isFresh: boolean
}

/** A run with its live updates. */
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
  const isRecent = useRecent(query.dataUpdatedAt, () =>
    queryClient.invalidateQueries(api.runs.get.queryFilter({ runId })),
  )
  const isFresh = isStreaming || isRecent || (log !== null && isEnded(log.summary.status))
  const live: LiveRun | null = query.data && log ? { detail: query.data, log, isStreaming, isFresh } : null
  return { live, query }
}

/** An answer of this age, such as one asked for while the link was hovered, is taken for the present. */
const recentMs = 2_000

/** Whether the answer was read for this opening of the page; an older one is read again, once. */
function useRecent(updatedAt: number, readAgain: () => void): boolean {
  const [openedAt] = useState(() => Date.now())
  const isRecent = updatedAt > openedAt - recentMs
  const refetch = useEffectEvent(readAgain)
  const isOld = updatedAt > 0 && !isRecent
  useEffect(() => {
    if (isOld) refetch()
  }, [isOld])
  return isRecent
}

function useLog(detail: RunDetail | undefined, onGap: () => void) {
  const client = useApiClient()
  const [log, setLog] = useState<RunLog | null>(null)
  const [isStreaming, setStreaming] = useState(false)
  const refetch = useEffectEvent(onGap)

  useEffect(() => {
    if (!detail) return undefined
    return followRun(detail, client, { draw: setLog, streams: setStreaming, gap: () => refetch() })
  }, [detail, client])

  return { log, isStreaming }
}
