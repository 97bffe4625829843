'use client'

import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { keepFresh } from '#components/api/keep-fresh.ts'
import type { RunDetail } from '#components/api/models.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { readWhole } from './read-whole.ts'

/** Child runs that somebody opened in the page of another, as far as they are known; read again when something happens to them. */
export function useChildRuns(runIds: readonly string[]): readonly RunDetail[] {
  const wholeRun = useWholeRun(runIds)
  return useQueries({ queries: runIds.map(wholeRun), combine: dataOf })
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

const dataOf = (results: readonly { readonly data: RunDetail | undefined }[]) =>
  results.flatMap(({ data }) => (data ? [data] : []))
