'use client'

import { useInfiniteQuery, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { RunListQuery } from '#components/api/models.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { childrenShown } from './children-shown.ts'
import { foldRows } from './fold-rows.ts'
import { rowsOf } from './merge-page.ts'
import { refreshList } from './refresh-list.ts'

const pageSize = 50
const countsEveryMs = 1_000
const aboutAfterMs = 1_500

/** The list of runs, page by page, kept up to date in place. */
export function useRunsList(filter: RunListQuery, opened: ReadonlySet<string>) {
  const api = useApi()
  const client = useApiClient()
  const queryClient = useQueryClient()
  const input = useMemo(() => ({ ...filter, limit: pageSize }), [filter])
  const options = api.runs.list.infiniteQueryOptions(input, {
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (previous) => previous,
  })
  const list = useInfiniteQuery(options)
  const children = useQueries({
    queries: [...opened].map((parentRunId) => api.runs.list.queryOptions({ parentRunId, limit: childrenShown })),
  })

  const read = (cursor: string | null) => client.runs.list.query({ ...input, cursor })
  const refresh = (changed: ReadonlySet<string>) =>
    refreshList({ queryClient, queryKey: options.queryKey, read }, changed)

  const pages = list.data?.pages
  const roots = useMemo(() => rowsOf(pages ?? []), [pages])
  // The values that describe a new run are indexed a moment after the run: they are fetched once more.
  const unindexed = roots.flatMap(({ runId, about }) => (about === null ? [runId] : [])).join(' ')
  const refetch = useEffectEvent(refresh)
  useEffect(() => {
    if (unindexed === '') return
    const timer = setTimeout(() => void refetch(new Set(unindexed.split(' '))), aboutAfterMs)
    return () => clearTimeout(timer)
  }, [unindexed])

  useRunChanges((changed) => {
    if (changed === null) return queryClient.invalidateQueries(api.runs.list.pathFilter())
    const folded = [...opened].map((parentRunId) =>
      queryClient.invalidateQueries(api.runs.list.queryFilter({ parentRunId, limit: childrenShown })),
    )
    return Promise.all([refresh(changed), ...folded])
  })
  // Counts cover all runs, which costs more than a page of the list.
  useRunChanges(() => queryClient.invalidateQueries(api.runs.counts.pathFilter()), countsEveryMs)

  const openedIds = [...opened]
  const rows = foldRows(roots, opened, (runId) => {
    const { data, error } = children[openedIds.indexOf(runId)] ?? {}
    return data?.items ?? (error ? apiFailure(error).message : undefined)
  })
  return { list, rows }
}
