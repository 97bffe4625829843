'use client'

import { useMemo } from 'react'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { useChosenTasks } from '../bulk/chosen-tasks.ts'
import { listTexts } from '../texts/list.ts'
import { neighbour } from './neighbour.ts'
import type { Inbox } from './use-inbox.ts'

/** Walking through the list and choosing from it. The arrows do it where the list has the focus. */
export function useListKeys({ tasks, shown, choose }: Inbox, taskIds: readonly string[]): void {
  const count = useChosenTasks(({ chosen }) => chosen.size)
  const actions = useMemo(() => {
    const group = 'Inbox'
    const move = (by: 1 | -1) => () => {
      const next = neighbour(tasks, shown, by)
      if (next) choose(next)
    }
    const list = { group, scope: 'list' as const }
    return [
      { id: 'inbox.next', label: listTexts.nextTask, group, shortcut: 'j', perform: move(1) },
      { id: 'inbox.previous', label: listTexts.previousTask, group, shortcut: 'k', perform: move(-1) },
      {
        id: 'inbox.down',
        label: listTexts.nextTask,
        family: listTexts.nextTask,
        ...list,
        shortcut: 'arrowdown',
        perform: move(1),
      },
      {
        id: 'inbox.up',
        label: listTexts.previousTask,
        family: listTexts.previousTask,
        ...list,
        shortcut: 'arrowup',
        perform: move(-1),
      },
      {
        id: 'inbox.choose',
        label: listTexts.selectOrDeselectTask,
        group,
        shortcut: 'x',
        enabled: shown !== null && taskIds.includes(shown),
        perform: () => shown && useChosenTasks.getState().toggle(shown),
      },
      {
        id: 'inbox.choose-all',
        label: listTexts.selectAllTasksShown,
        group,
        enabled: taskIds.length > 0,
        perform: () => useChosenTasks.getState().choose(taskIds),
      },
      {
        id: 'inbox.choose-none',
        label: listTexts.clearSelection,
        group,
        shortcut: 'escape',
        enabled: count > 0,
        perform: () => useChosenTasks.getState().clear(),
      },
    ]
  }, [tasks, shown, choose, taskIds, count])
  useOfferActions(actions)
}
