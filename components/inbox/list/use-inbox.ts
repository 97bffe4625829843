'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useEffect, useMemo } from 'react'
import type { HumanTaskSummary } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { useAnsweredTasks, withoutAnswered } from '../answered-store.ts'
import { refetchMs } from '../refetch-interval.ts'
import { assignKeys, discardKeys } from '../task/decision/type-ahead.ts'
import { inboxQuery, noFilter, scopes, sorts } from './inbox-query.ts'
import { neighbour, nextAfter } from './neighbour.ts'

const text = parseAsString.withDefault('')
const parsers = {
  scope: parseAsStringLiteral(scopes).withDefault('available'),
  sort: parseAsStringLiteral(sorts).withDefault('due'),
  task: parseAsString,
  q: text,
  workflow: text,
  queue: text,
  group: text,
  holder: text,
  due: text,
  priority: text,
  followUp: text,
}
const pageSize = 50

/** The list of the inbox, its filter and the chosen task, all in the address. */
export function useInbox() {
  const api = useApi()
  const queryClient = useQueryClient()
  const [params, setParams] = useQueryStates(parsers, { history: 'replace', clearOnDefault: true })
  const { scope, sort, task, ...filter } = params
  const list = useInfiniteQuery(
    api.inbox.list.infiniteQueryOptions(
      { ...inboxQuery(scope, sort, filter), limit: pageSize },
      {
        getNextPageParam: (page) => page.nextCursor,
        placeholderData: (previous) => previous,
        refetchInterval: refetchMs,
      },
    ),
  )
  useRunChanges(() => queryClient.invalidateQueries(api.inbox.pathFilter()))
  const pages = list.data?.pages
  const answered = useAnsweredTasks()
  const tasks = useMemo<readonly HumanTaskSummary[]>(
    () =>
      withoutAnswered(
        (pages ?? []).flatMap((page) => page.items),
        answered,
      ),
    [pages, answered],
  )
  /** The first task is shown when no task is chosen: an open inbox is ready for a decision. */
  const shown = task ?? tasks[0]?.taskId ?? null
  const next = neighbour(tasks, shown, 1)
  useEffect(() => {
    if (next !== null && next !== shown) void queryClient.prefetchQuery(api.inbox.get.queryOptions({ taskId: next }))
  }, [next, shown, queryClient, api])
  return {
    scope,
    sort,
    filter,
    list,
    tasks,
    shown,
    /** False while a narrow screen shows the list alone. */
    isChosen: task !== null,
    choose: (taskId: string | null) => {
      discardKeys()
      void setParams({ task: taskId })
    },
    /** Goes on to the next task after a decision, unless another task was chosen while the request was pending. */
    leave: (taskId: string) => {
      const next = nextAfter(tasks, taskId)
      if (shown === taskId) assignKeys(next)
      void setParams((now) => ((now.task ?? taskId) === taskId ? { task: next } : {}))
    },
    /** Changes the filter and clears the chosen task. */
    narrow: (change: Partial<typeof params>) => void setParams({ task: null, ...change }),
    clear: () => void setParams({ task: null, ...noFilter }),
  }
}

export type Inbox = ReturnType<typeof useInbox>
