'use client'

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import type { WorkflowFacets, WorkflowFolder } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { failedStatuses, statusGroups } from '#components/runs/status-groups.ts'
import { limits } from '#core/limits.ts'
import type { Status } from '#core/run/statuses.ts'
import { useFavourites } from './favourites.ts'

export const beginnings = ['blank', 'template', 'import'] as const
export type Beginning = (typeof beginnings)[number]

export const sorts = ['updated', 'name', 'last_run'] as const
/** Groups of statuses by which the list is filtered: those of the last run of each workflow. */
export const lastRuns = ['failed', 'people', 'progress', 'completed'] as const
export type LastRun = (typeof lastRuns)[number]

const statusesOf: Readonly<Record<LastRun, readonly Status[]>> = {
  failed: failedStatuses,
  people: statusGroups.people,
  progress: statusGroups.progress,
  completed: statusGroups.completed,
}

const parsers = {
  q: parseAsString.withDefault(''),
  archived: parseAsBoolean.withDefault(false),
  /** The open folder, with a slash at its end. */
  folder: parseAsString.withDefault(''),
  sort: parseAsStringLiteral(sorts).withDefault('updated'),
  last: parseAsStringLiteral(lastRuns),
  tag: parseAsArrayOf(parseAsString).withDefault([]),
  /** Whoever saved the draft last, by id. */
  by: parseAsString.withDefault(''),
  favourites: parseAsBoolean.withDefault(false),
  /** The open way of creating a workflow. */
  new: parseAsStringLiteral(beginnings),
}
const pageSize = 50
const none: readonly WorkflowFolder[] = []
const noFacets: WorkflowFacets = { tags: [], editors: [] }

/** The list of workflows; its filter is in the address. */
export function useWorkflowList() {
  const api = useApi()
  const queryClient = useQueryClient()
  const [params, setParams] = useQueryStates(parsers, { history: 'replace', clearOnDefault: true })
  const { q, archived, folder, sort, last, tag, by } = params
  const favourites = useFavourites()
  const isFiltered = q !== '' || last !== null || params.favourites || tag.length > 0 || by !== ''
  // Filtered lists include the workflows of all folders below; lists without a filter show folders.
  const isFlat = !isFiltered
  const filter = {
    archived,
    folder,
    ...(q && { search: q }),
    ...(last && { lastStatus: [...statusesOf[last]] }),
    ...(params.favourites && { names: [...favourites.names] }),
    ...(tag.length > 0 && { tags: tag.slice(0, limits.definition.tags) }),
    ...(by && { editedBy: by }),
  }
  const list = useInfiniteQuery(
    api.workflows.list.infiniteQueryOptions(
      { ...filter, limit: pageSize, flat: isFlat, sort },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: (previous) => previous },
    ),
  )
  const folders = useQuery(
    api.workflows.folders.queryOptions(
      { folder, archived },
      { enabled: isFlat, placeholderData: (previous) => previous },
    ),
  )
  const facets = useQuery(api.workflows.facets.queryOptions(filter, { placeholderData: (previous) => previous }))
  useRunChanges(() => {
    void queryClient.invalidateQueries(api.workflows.list.pathFilter())
    if (last) void queryClient.invalidateQueries(api.workflows.facets.pathFilter())
  })
  const pages = list.data?.pages
  const workflows = useMemo(() => (pages ?? []).flatMap((page) => page.items), [pages])
  return {
    params,
    setParams,
    list,
    workflows,
    favourites,
    folders: isFlat ? (folders.data ?? none) : none,
    facets: facets.data ?? noFacets,
    isFiltered,
    clear: () => void setParams({ q: null, last: null, favourites: null, tag: null, by: null }),
    toggleTag: (value: string) =>
      void setParams({ tag: tag.includes(value) ? tag.filter((other) => other !== value) : [...tag, value] }),
  }
}

export type WorkflowList = ReturnType<typeof useWorkflowList>
