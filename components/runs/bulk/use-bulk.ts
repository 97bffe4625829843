'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BulkVerb, RunListQuery } from '#components/api/models.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'

const lookEveryMs = 1_000

/** Either these runs, or whatever a filter finds, but for some. */
export type BulkTarget =
  | { readonly runIds: readonly string[] }
  | { readonly filter: RunListQuery; readonly except?: readonly string[] }

/** Asks many runs for a verb; what becomes of it is shown by `BulkProgress`, here and after a reload. */
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

/** What a verb would be about, as it was when it was asked; the last answer stands until the next is there. */
export function useBulkPreview(verb: BulkVerb, target: BulkTarget) {
  const client = useApiClient()
  const { reason: _, ...what } = verb
  const asked = { verb: what as BulkVerb, ...bulkChoice(target) }
  return useQuery({
    queryKey: ['bulk.preview', asked],
    queryFn: () => client.bulk.preview.mutate(asked),
    placeholderData: (previous) => previous,
    // What is confirmed is what was shown, so that it does not change under the pointer.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
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
