'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiFailure } from '#components/api/api-failure.ts'
import type { BulkVerb, RunListQuery } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { showToast } from '#components/ui/toast-store.ts'

const lookEveryMs = 1_000

/** Either these runs, or whatever a filter finds. */
export type BulkTarget = { readonly runIds: readonly string[] } | { readonly filter: RunListQuery }

/** Asks many runs for a verb; what becomes of it is shown by `BulkProgress`, here and after a reload. */
export function useStartBulk() {
  const api = useApi()
  const queryClient = useQueryClient()
  const start = useMutation(
    api.bulk.start.mutationOptions({
      onError: (error) => showToast({ tone: 'failed', title: 'Not done', detail: apiFailure(error).message }),
      onSettled: () => queryClient.invalidateQueries(api.bulk.list.pathFilter()),
    }),
  )
  return (verb: BulkVerb, target: BulkTarget) =>
    start.mutate({
      verb,
      operationId: crypto.randomUUID(),
      ...('runIds' in target ? { runIds: [...target.runIds] } : { filter: target.filter }),
    })
}

/** The latest operations over many runs, looked at every second while one goes on. */
export function useBulkOperations() {
  const api = useApi()
  return useQuery(
    api.bulk.list.queryOptions(undefined, {
      refetchInterval: ({ state }) => (state.data?.some((each) => each.endedAt === null) ? lookEveryMs : false),
    }),
  ).data
}
