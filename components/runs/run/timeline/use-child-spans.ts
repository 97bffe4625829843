'use client'

import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RunDetail } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { ChildSpans } from './rows.ts'
import { SpanTree } from './span-tree.ts'

/** The histories of child runs that somebody opened; read again when something happens to them. */
export function useChildSpans(runIds: readonly string[]): ChildSpans {
  const api = useApi()
  const queryClient = useQueryClient()
  const details = useQueries({
    queries: runIds.map((runId) => api.runs.get.queryOptions({ runId }, { staleTime: Infinity })),
    combine: dataOf,
  })
  useRunChanges((changed) => {
    for (const runId of runIds) {
      if (changed === null || changed.has(runId))
        void queryClient.invalidateQueries(api.runs.get.queryFilter({ runId }))
    }
  })
  return useMemo(() => {
    const known = new Map(details.map(({ runId, events }) => [runId, treeOf(events).list]))
    return (runId) => known.get(runId)
  }, [details])
}

const dataOf = (results: readonly { readonly data: RunDetail | undefined }[]) =>
  results.flatMap(({ data }) => (data ? [data] : []))

const trees = new WeakMap<readonly RunEvent[], SpanTree>()

function treeOf(events: readonly RunEvent[]): SpanTree {
  const known = trees.get(events)
  if (known !== undefined) return known
  const tree = new SpanTree(events)
  trees.set(events, tree)
  return tree
}
