import type { TaskNews } from '#components/api/models.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { inboxTexts } from '../texts/inbox.ts'

export interface Notice {
  readonly tag: string
  readonly title: string
  readonly body: string
  readonly path: string
}

/** Above this number, notices are joined into one message. */
const mostSingle = 3

/** The desktop notices for tasks that need attention: one message for each task, or one for many. */
export function noticesOf(news: readonly TaskNews[]): readonly Notice[] {
  if (news.length > mostSingle) {
    const names = [...new Set(news.map(({ workflow }) => workflow))].join(', ')
    const all = news.every(({ reason }) => reason === 'opened') ? inboxTexts.newTasks : inboxTexts.tasksForYou
    return [{ tag: 'heddle-tasks', title: `${news.length} ${all}`, body: names, path: '/inbox' }]
  }
  return news.map(({ taskId, title, workflow, step, at, ...why }) => ({
    // A later event of the same task is reported as well.
    tag: `heddle-task-${taskId}-${at}`,
    title: isolateText(title),
    body: [reasonOf(why), `${workflow} · ${step}`].filter(Boolean).join('\n'),
    path: `/inbox?task=${taskId}`,
  }))
}

function reasonOf({ reason, by }: Pick<TaskNews, 'reason' | 'by'>): string {
  switch (reason) {
    case 'opened':
      return ''
    case 'assigned':
    case 'delegated':
      return inboxTexts.itToYou(by, reason)
    case 'back':
      return inboxTexts.itWasSnoozedUntilNow
    case 'reminded':
      return inboxTexts.reminderItStillNeedsDecision
    case 'escalated':
      return inboxTexts.itIsOverdueAndWas
  }
}
