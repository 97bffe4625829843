'use client'

import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { keepFresh } from '#components/api/keep-fresh.ts'
import type { RunDetail } from '#components/api/models.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { readWhole } from './read-whole.ts'

export interface ChildRuns {
  /** The runs loaded so far. */
  readonly details: readonly RunDetail[]
  /** Ids of runs that could not be read and of which no data is cached. */
  readonly unread: readonly string[]
}

/** Opened child runs in the page of another run. They are refetched when they change. */
export function useChildRuns(runIds: readonly string[]): ChildRuns {
  const wholeRun = useWholeRun(runIds)
  const { details, failed } = useQueries({ queries: runIds.map(wholeRun), combine })
  const unread = useMemo(() => runIds.filter((_, index) => failed.includes(index)), [runIds, failed])
  return { details, unread }
}

/** One child run, with the error of its query. */
export function useChildRun(runId: string) {
  return useQuery(useWholeRun([runId])(runId))
}

/** Query options for a run with its whole history. The runs in `runIds` are refetched when they change. */
function useWholeRun(runIds: readonly string[]) {
  const api = useApi()
  const client = useApiClient()
  const queryClient = useQueryClient()
  // The query key shares the run's prefix, so that invalidating the run includes it. It differs from the key of the
  // run's own page, which caches only the first page of events.
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

/** The loaded runs, and the positions of failed queries. */
const combine = (results: readonly Read[]) => ({
  details: results.flatMap(({ data }) => (data ? [data] : [])),
  failed: results.flatMap(({ data, isError }, index) => (isError && !data ? [index] : [])),
})
