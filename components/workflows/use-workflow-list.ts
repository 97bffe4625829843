'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'

export const beginnings = ['blank', 'template', 'import'] as const
export type Beginning = (typeof beginnings)[number]

const parsers = {
  q: parseAsString.withDefault(''),
  archived: parseAsBoolean.withDefault(false),
  /** The open way of creating a workflow. */
  new: parseAsStringLiteral(beginnings),
}
const pageSize = 50

/** The list of workflows; its filter is in the address. */
export function useWorkflowList() {
  const api = useApi()
  const queryClient = useQueryClient()
  const [params, setParams] = useQueryStates(parsers, { history: 'replace', clearOnDefault: true })
  const { q, archived } = params
  const list = useInfiniteQuery(
    api.workflows.list.infiniteQueryOptions(
      { archived, limit: pageSize, ...(q ? { search: q } : {}) },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: (previous) => previous },
    ),
  )
  useRunChanges(() => queryClient.invalidateQueries(api.workflows.list.pathFilter()))
  const pages = list.data?.pages
  const workflows = useMemo(() => (pages ?? []).flatMap((page) => page.items), [pages])
  return { params, setParams, list, workflows }
}

export type WorkflowList = ReturnType<typeof useWorkflowList>
