import { create } from 'zustand'

interface Answered {
  readonly taskId: string
  readonly status: string
  readonly revision: number
  readonly approvalsRequired: number
  readonly approvals: readonly unknown[]
}

interface AnsweredState {
  /** The answered tasks by id, each with its revision and approvals at the time of the answer. */
  readonly seen: ReadonlyMap<string, { readonly revision: number; readonly approvals: number }>
}

export const useAnsweredTasks = create<AnsweredState>()(() => ({ seen: new Map() }))

/** Records that a task was answered in this browser, with the task's state at that time. */
export function noteAnswered({ taskId, revision, approvals }: Answered): void {
  useAnsweredTasks.setState(({ seen }) => ({
    seen: new Map(seen).set(taskId, { revision, approvals: approvals.length }),
  }))
}

/**
 * Filters out tasks that were answered in this browser and are still listed in their former state. A list always lags
 * behind the last answer, so a person who works quickly does not get a finished task again.
 */
export function withoutAnswered<Task extends Answered>(
  tasks: readonly Task[],
  { seen }: AnsweredState,
): readonly Task[] {
  const isOver = (task: Task) => {
    const then = seen.get(task.taskId)
    if (then === undefined || task.status !== 'open' || task.revision > then.revision) return false
    // A task with several required approvals stays open to the other approvers.
    return task.approvalsRequired === 1 || task.approvals.length <= then.approvals
  }
  return seen.size > 0 && tasks.some(isOver) ? tasks.filter((task) => !isOver(task)) : tasks
}
