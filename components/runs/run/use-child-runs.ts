'use client'

import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { keepFresh } from '#components/api/keep-fresh.ts'
import type { RunDetail } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'

/** Child runs that somebody opened in the page of another, as far as they are known; read again when something happens to them. */
export function useChildRuns(runIds: readonly string[]): readonly RunDetail[] {
  const api = useApi()
  const queryClient = useQueryClient()
  useRunChanges((changed) => {
    for (const runId of runIds) {
      if (changed === null || changed.has(runId))
        void queryClient.invalidateQueries(api.runs.get.queryFilter({ runId }))
    }
  })
  return useQueries({
    queries: runIds.map((runId) => api.runs.get.queryOptions({ runId }, keepFresh)),
    combine: dataOf,
  })
}

/** One of them, with what went wrong while it was read. */
export function useChildRun(runId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  useRunChanges((changed) => {
    if (changed === null || changed.has(runId)) void queryClient.invalidateQueries(api.runs.get.queryFilter({ runId }))
  })
  return useQuery(api.runs.get.queryOptions({ runId }, keepFresh))
}

const dataOf = (results: readonly { readonly data: RunDetail | undefined }[]) =>
  results.flatMap(({ data }) => (data ? [data] : []))
