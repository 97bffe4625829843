'use client'

import { createSelection } from '#components/runs/list/selection-store.ts'

/** The tasks that are chosen in the inbox. */
export const useChosenTasks = createSelection()

/** Removes finished tasks from the selection. */
export function leaveChosen(taskIds: ReadonlySet<string>): void {
  const { chosen, choose } = useChosenTasks.getState()
  if ([...chosen].some((taskId) => taskIds.has(taskId))) choose([...chosen].filter((taskId) => !taskIds.has(taskId)))
}
