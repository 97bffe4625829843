'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import type { HumanTaskSummary } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'

export const scopes = ['available', 'mine', 'all', 'done'] as const
export type Scope = (typeof scopes)[number]

const parsers = {
  scope: parseAsStringLiteral(scopes).withDefault('available'),
  q: parseAsString.withDefault(''),
  task: parseAsString,
}
const pageSize = 50

/** The list of the inbox, its filter and the chosen task, all in the address. */
export function useInbox() {
  const api = useApi()
  const queryClient = useQueryClient()
  const [params, setParams] = useQueryStates(parsers, { history: 'replace', clearOnDefault: true })
  const { scope, q, task } = params
  const list = useInfiniteQuery(
    api.inbox.list.infiniteQueryOptions(
      { scope, limit: pageSize, ...(q ? { filter: { search: q } } : {}) },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: (previous) => previous },
    ),
  )
  useRunChanges(() => queryClient.invalidateQueries(api.inbox.pathFilter()))
  const pages = list.data?.pages
  const tasks = useMemo<readonly HumanTaskSummary[]>(() => (pages ?? []).flatMap((page) => page.items), [pages])
  /** Without a choice the first task is shown: an open inbox is ready to decide. */
  const shown = task ?? tasks[0]?.taskId ?? null
  return { params, setParams, list, tasks, shown }
}

export type Inbox = ReturnType<typeof useInbox>
