import { create } from 'zustand'

interface Answered {
  readonly taskId: string
  readonly status: string
  readonly revision: number
  readonly approvalsRequired: number
  readonly approvals: readonly unknown[]
}

interface AnsweredState {
  /** By task: what it will be no more once the answer has reached the lists. */
  readonly seen: ReadonlyMap<string, { readonly revision: number; readonly approvals: number }>
}

export const useAnsweredTasks = create<AnsweredState>()(() => ({ seen: new Map() }))

/** Notes that somebody has answered the task here and now, as it was then. */
export function noteAnswered({ taskId, revision, approvals }: Answered): void {
  useAnsweredTasks.setState(({ seen }) => ({
    seen: new Map(seen).set(taskId, { revision, approvals: approvals.length }),
  }))
}

/**
 * Without the tasks that were answered here and are still listed as they were before: a list is always somewhat older than
 * what was just done, and whoever clears it quickly is not led back to what is done.
 */
export function withoutAnswered<Task extends Answered>(
  tasks: readonly Task[],
  { seen }: AnsweredState,
): readonly Task[] {
  const isOver = (task: Task) => {
    const then = seen.get(task.taskId)
    if (then === undefined || task.status !== 'open' || task.revision > then.revision) return false
    // One of several approvals leaves the task open to the others.
    return task.approvalsRequired === 1 || task.approvals.length <= then.approvals
  }
  return seen.size > 0 && tasks.some(isOver) ? tasks.filter((task) => !isOver(task)) : tasks
}
