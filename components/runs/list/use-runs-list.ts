'use client'

import { type InfiniteData, useInfiniteQuery, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { RunListQuery, RunSummary } from '#components/api/models.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { childrenShown } from './children-shown.ts'
import { foldRows } from './fold-rows.ts'
import { type ListPage, mergePage, rowsOf, stalePages } from './merge-page.ts'

const pageSize = 50
const countsEveryMs = 1_000
const aboutAfterMs = 1_500
type Data = InfiniteData<ListPage<RunSummary>, string | null>

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

  async function refresh(changed: ReadonlySet<string>) {
    const data = queryClient.getQueryData<Data>(options.queryKey)
    if (!data) return
    const stale = stalePages(data.pages, changed)
    const fresh = await Promise.all(
      stale.map(async (index) => ({
        index,
        page: await client.runs.list.query({ ...input, cursor: data.pageParams[index] ?? null }),
      })),
    )
    queryClient.setQueryData<Data>(options.queryKey, (current) => {
      if (!current) return current
      const pages = [...current.pages]
      for (const { index, page } of fresh) {
        const old = pages[index]
        if (old) pages[index] = mergePage(old, page)
      }
      return { ...current, pages }
    })
  }

  const pages = list.data?.pages
  const roots = useMemo(() => rowsOf(pages ?? []), [pages])
  // What a new run is about is known a moment after the run: it is asked for once more.
  const unindexed = roots.flatMap(({ runId, about }) => (about === null ? [runId] : [])).join(' ')
  const readAgain = useEffectEvent(refresh)
  useEffect(() => {
    if (unindexed === '') return
    const timer = setTimeout(() => void readAgain(new Set(unindexed.split(' '))).catch(() => undefined), aboutAfterMs)
    return () => clearTimeout(timer)
  }, [unindexed])

  useRunChanges((changed) => {
    if (changed === null) return queryClient.invalidateQueries(api.runs.list.pathFilter())
    const folded = [...opened].map((parentRunId) =>
      queryClient.invalidateQueries(api.runs.list.queryFilter({ parentRunId, limit: childrenShown })),
    )
    return Promise.all([refresh(changed), ...folded])
  })
  // They are counted over all runs, which costs more than a page of them.
  useRunChanges(() => queryClient.invalidateQueries(api.runs.counts.pathFilter()), countsEveryMs)

  const openedIds = [...opened]
  const rows = foldRows(roots, opened, (runId) => children[openedIds.indexOf(runId)]?.data?.items)
  return { list, rows }
}
