interface Opened {
  readonly openedAt: string
}

/** Until nothing was seen, everything that opens from now on is new. */
const beginning = '1970-01-01T00:00:00.000Z'

/**
 * The tasks that opened since those that were seen, oldest first, and until when they are seen now. Who has seen nothing
 * yet is told of nothing that is there already.
 */
export function newTasks<Task extends Opened>(
  newestFirst: readonly Task[],
  seen: string | null,
): { readonly fresh: readonly Task[]; readonly seen: string } {
  const newest = newestFirst[0]?.openedAt ?? beginning
  if (seen === null) return { fresh: [], seen: newest }
  const fresh = newestFirst.filter(({ openedAt }) => openedAt > seen).toReversed()
  return { fresh, seen: newest > seen ? newest : seen }
}

export interface Notice {
  readonly tag: string
  readonly title: string
  readonly body: string
  readonly path: string
}

interface Told extends Opened {
  readonly taskId: string
  readonly title: string
  readonly workflow: string
  readonly step: string
}

/** More at once are one message. */
const mostSingle = 3

/** What the desktop says about new tasks: one message for each, or one for a heap of them. */
export function noticesOf(tasks: readonly Told[]): readonly Notice[] {
  if (tasks.length > mostSingle) {
    const names = [...new Set(tasks.map(({ workflow }) => workflow))].join(', ')
    return [{ tag: 'heddle-tasks', title: `${tasks.length} new tasks`, body: names, path: '/inbox' }]
  }
  return tasks.map(({ taskId, title, workflow, step }) => ({
    tag: `heddle-task-${taskId}`,
    title,
    body: `${workflow} · ${step}`,
    path: `/inbox?task=${taskId}`,
  }))
}
