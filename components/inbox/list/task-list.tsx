'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { HumanTaskSummary } from '#components/api/models.ts'
import { ReadFailure } from '#components/shell/failure/read-failure.tsx'
import { SkeletonRows } from '#components/ui/layout/skeleton.tsx'
import { useChosenTasks } from '../bulk/chosen-tasks.ts'
import { TaskBulkBar } from '../bulk/task-bulk-bar.tsx'
import { listTexts } from '../texts/list.ts'
import { TaskItem } from './task-item.tsx'
import type { Inbox } from './use-inbox.ts'
import { useListKeys } from './use-list-keys.ts'

const rowsAhead = 8
const usualHeight = 62

export interface TaskListProps {
  inbox: Inbox
  /** Called to open one decision for several tasks. */
  onDecide(tasks: readonly HumanTaskSummary[]): void
}

/** The tasks, the most pressing first. j and k move through them, x chooses. */
export function TaskList({ inbox, onDecide }: TaskListProps) {
  const { tasks, shown, list } = inbox
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    overscan: rowsAhead,
    getItemKey: (index) => tasks[index]?.taskId ?? index,
  })
  const taskIds = useMemo(() => tasks.filter(({ status }) => status === 'open').map(({ taskId }) => taskId), [tasks])
  useListKeys(inbox, taskIds)
  const position = tasks.findIndex(({ taskId }) => taskId === shown)
  useEffect(() => {
    if (position >= 0) virtual.scrollToIndex(position, { align: 'auto' })
  }, [position, virtual])

  const show = useEffectEvent((taskId: string) => inbox.choose(taskId))
  const onShow = useCallback((taskId: string) => show(taskId), [])
  const choose = useEffectEvent((taskId: string, range: boolean) =>
    useChosenTasks.getState().toggle(taskId, range ? taskIds : undefined),
  )
  const onChoose = useCallback((taskId: string, range: boolean) => choose(taskId, range), [])

  const rows = virtual.getVirtualItems()
  const lastShown = rows.at(-1)?.index ?? 0
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const mayAsk = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (mayAsk && lastShown >= tasks.length - rowsAhead) void fetchNextPage()
  }, [lastShown, tasks.length, mayAsk, fetchNextPage])

  return (
    <div className="flex h-full flex-col">
      <nav
        ref={scroller}
        aria-label={listTexts.tasks}
        data-action-scope="list"
        className="min-h-0 flex-1 overflow-y-auto [overflow-anchor:none]"
      >
        <ul className="relative" style={{ height: virtual.getTotalSize() }}>
          {rows.map(({ index, key, start }) => {
            const task = tasks[index]
            return (
              task && (
                <li
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  aria-setsize={hasNextPage ? -1 : tasks.length}
                  aria-posinset={index + 1}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <TaskItem task={task} isShown={task.taskId === shown} onShow={onShow} onChoose={onChoose} />
                </li>
              )
            )
          })}
        </ul>
        {isFetchingNextPage && <SkeletonRows label={listTexts.loadingMoreTasks} rows={3} />}
        {isFetchNextPageError && !isFetchingNextPage && <ReadFailure error={list.error} onRetry={fetchNextPage} />}
      </nav>
      <TaskBulkBar
        tasks={tasks}
        taskIds={taskIds}
        onMore={hasNextPage ? () => void fetchNextPage() : null}
        isReading={isFetchingNextPage}
        onDecide={onDecide}
      />
    </div>
  )
}
