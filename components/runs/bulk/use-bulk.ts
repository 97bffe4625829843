'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BulkVerb, RunListQuery } from '#components/api/models.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'

const pollMs = 1_000

/** The target: a list of runs, or all runs of a filter except some. */
export type BulkTarget =
  | { readonly runIds: readonly string[] }
  | { readonly filter: RunListQuery; readonly except?: readonly string[] }

/** Starts a bulk action; `BulkProgress` shows its progress, here and after a reload. */
export function useStartBulk({ onStarted, onRefused }: { onStarted(): void; onRefused(): void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    api.bulk.start.mutationOptions({
      onSuccess: onStarted,
      onError: onRefused,
      onSettled: () => queryClient.invalidateQueries(api.bulk.list.pathFilter()),
    }),
  )
}

export const bulkChoice = (target: BulkTarget) =>
  'runIds' in target
    ? { runIds: [...target.runIds] }
    : { filter: target.filter, ...(target.except?.length && { except: [...target.except] }) }

/** The preview of a bulk action at the time of the request; the last answer stays until the next one arrives. */
export function useBulkPreview(verb: BulkVerb, target: BulkTarget) {
  const client = useApiClient()
  const { reason: _, ...what } = verb
  const request = { verb: what as BulkVerb, ...bulkChoice(target) }
  return useQuery({
    queryKey: ['bulk.preview', request],
    queryFn: () => client.bulk.preview.mutate(request),
    placeholderData: (previous) => previous,
    // The preview is never refetched: the person confirms what was shown, so it must not change under the pointer.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** The latest bulk operations, polled every second while one is pending. */
export function useBulkOperations() {
  const api = useApi()
  return useQuery(
    api.bulk.list.queryOptions(undefined, {
      refetchInterval: ({ state }) => (state.data?.some((each) => each.endedAt === null) ? pollMs : false),
    }),
  ).data
}
