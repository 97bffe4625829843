'use client'

import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { keepFresh } from '#components/api/keep-fresh.ts'
import type { RunDetail } from '#components/api/models.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { readWhole } from './read-whole.ts'

export interface ChildRuns {
  /** As far as they are known. */
  readonly details: readonly RunDetail[]
  /** Ids of those that nothing is known of, as they could not be read. */
  readonly unread: readonly string[]
}

/** Child runs that somebody opened in the page of another; read again when something happens to them. */
export function useChildRuns(runIds: readonly string[]): ChildRuns {
  const wholeRun = useWholeRun(runIds)
  const { details, failed } = useQueries({ queries: runIds.map(wholeRun), combine })
  const unread = useMemo(() => runIds.filter((_, place) => failed.includes(place)), [runIds, failed])
  return { details, unread }
}

/** One of them, with what went wrong while it was read. */
export function useChildRun(runId: string) {
  return useQuery(useWholeRun([runId])(runId))
}

/** How a run is read with its whole history; those that are named are read again when something happens to them. */
function useWholeRun(runIds: readonly string[]) {
  const api = useApi()
  const client = useApiClient()
  const queryClient = useQueryClient()
  // Found by whoever asks for what is known of the run, and apart from what its own page keeps: the first page of events.
  const keyOf = (runId: string) => [...api.runs.get.queryKey({ runId }), 'whole'] as const
  useRunChanges((changed) => {
    const stale = runIds.filter((runId) => changed === null || changed.has(runId))
    return Promise.all(stale.map((runId) => queryClient.invalidateQueries({ queryKey: keyOf(runId) })))
  })
  return (runId: string) =>
    queryOptions({
      queryKey: keyOf(runId),
      queryFn: ({ signal }) => readWhole(client, runId, queryClient.getQueryData<RunDetail>(keyOf(runId)), signal),
      ...keepFresh,
    })
}

interface Read {
  readonly data: RunDetail | undefined
  readonly isError: boolean
}

/** What is known, and the places of what failed. */
const combine = (results: readonly Read[]) => ({
  details: results.flatMap(({ data }) => (data ? [data] : [])),
  failed: results.flatMap(({ data, isError }, place) => (isError && !data ? [place] : [])),
})
