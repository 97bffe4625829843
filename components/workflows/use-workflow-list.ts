'use client'

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import type { WorkflowFolder } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { failedStatuses, statusGroups } from '#components/runs/status-groups.ts'
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
  favourites: parseAsBoolean.withDefault(false),
  /** The open way of creating a workflow. */
  new: parseAsStringLiteral(beginnings),
}
const pageSize = 50
const none: readonly WorkflowFolder[] = []

/** The list of workflows; its filter is in the address. */
export function useWorkflowList() {
  const api = useApi()
  const queryClient = useQueryClient()
  const [params, setParams] = useQueryStates(parsers, { history: 'replace', clearOnDefault: true })
  const { q, archived, folder, sort, last } = params
  const favourites = useFavourites()
  // A filter looks into all folders below: what it finds is shown at once.
  const isFlat = !q && !last && !params.favourites
  const list = useInfiniteQuery(
    api.workflows.list.infiniteQueryOptions(
      {
        archived,
        limit: pageSize,
        folder,
        flat: isFlat,
        sort,
        ...(q && { search: q }),
        ...(last && { lastStatus: [...statusesOf[last]] }),
        ...(params.favourites && { names: [...favourites.names] }),
      },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: (previous) => previous },
    ),
  )
  const folders = useQuery(
    api.workflows.folders.queryOptions(
      { folder, archived },
      { enabled: isFlat, placeholderData: (previous) => previous },
    ),
  )
  useRunChanges(() => queryClient.invalidateQueries(api.workflows.list.pathFilter()))
  const pages = list.data?.pages
  const workflows = useMemo(() => (pages ?? []).flatMap((page) => page.items), [pages])
  return { params, setParams, list, workflows, favourites, folders: isFlat ? (folders.data ?? none) : none }
}

export type WorkflowList = ReturnType<typeof useWorkflowList>
