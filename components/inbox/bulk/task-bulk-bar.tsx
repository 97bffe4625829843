'use client'

import { CheckCheck, X } from 'lucide-react'
import { useMemo } from 'react'
import type { HumanTaskSummary } from '#components/api/models.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Kbd } from '#components/ui/controls/kbd.tsx'
import { bulkTexts } from '../texts/bulk.ts'
import { useChosenTasks } from './chosen-tasks.ts'
import { allWords, chosenWords } from './chosen-words.ts'

export interface TaskBulkBarProps {
  tasks: readonly HumanTaskSummary[]
  /** The tasks that may be chosen. */
  taskIds: readonly string[]
  /** Loads the next page of the list; null when all tasks are loaded. */
  onMore: (() => void) | null
  isReading: boolean
  onDecide(tasks: readonly HumanTaskSummary[]): void
}

/** The actions for the chosen tasks: one decision for all chosen tasks that the list shows, with their number. */
export function TaskBulkBar({ tasks, taskIds, onMore, isReading, onDecide }: TaskBulkBarProps) {
  const { chosen, choose, clear } = useChosenTasks()
  const present = useMemo(
    () => tasks.filter(({ taskId, status }) => status === 'open' && chosen.has(taskId)),
    [tasks, chosen],
  )
  useOfferActions(
    useMemo(
      () => [
        {
          id: 'inbox.decide-chosen',
          label: bulkTexts.decideSelectedTasks,
          group: bulkTexts.inbox,
          icon: CheckCheck,
          shortcut: 'shift+enter',
          enabled: present.length > 0,
          perform: () => onDecide(present),
        },
      ],
      [present, onDecide],
    ),
  )
  if (present.length === 0) return null
  const more = onMore !== null
  const counts = { here: present.length, elsewhere: chosen.size - present.length, read: taskIds.length, more }
  return (
    <section aria-label={bulkTexts.selectedTasks} className="flex flex-wrap items-center gap-2 border-t px-3.5 py-2">
      <span role="status" className="font-[550]">
        {chosenWords(counts)}
      </span>
      {present.length < taskIds.length && (
        <Button size="small" look="ghost" onClick={() => choose(taskIds)}>
          {allWords(taskIds.length, more)}
        </Button>
      )}
      {onMore && present.length === taskIds.length && (
        <Button size="small" look="ghost" disabled={isReading} onClick={onMore}>
          {bulkTexts.loadMore}
        </Button>
      )}
      <span className="ml-auto flex items-center gap-1.5">
        <Button look="primary" size="small" icon={<CheckCheck />} onClick={() => onDecide(present)}>
          {bulkTexts.decide}
          <Kbd keys="shift+enter" className="border-current bg-transparent text-current" />
        </Button>
        <IconButton label={bulkTexts.clearSelection} size="small" onClick={clear}>
          <X />
        </IconButton>
      </span>
    </section>
  )
}
