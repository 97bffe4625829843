interface Listed {
  readonly taskId: string
}

/** The task above or below in the list; null at its ends. With nothing chosen, the first. */
export function neighbour(tasks: readonly Listed[], taskId: string | null, by: 1 | -1): string | null {
  const index = tasks.findIndex((task) => task.taskId === taskId)
  if (index === -1) return tasks[0]?.taskId ?? null
  return tasks[index + by]?.taskId ?? null
}

/** The task to show after a decision: the next one, at the end of the list the one before, null after the last task. */
export function nextAfter(tasks: readonly Listed[], taskId: string): string | null {
  return neighbour(tasks, taskId, 1) ?? tasks.filter((task) => task.taskId !== taskId).at(-1)?.taskId ?? null
}
