'use client'

import { useEffect, useMemo, useRef } from 'react'
import type { HumanTaskSummary } from '#components/api/models.ts'
import { useOfferActions } from '#components/shell/action-store.ts'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { formatDue, type Urgency } from '#components/ui/format-time.ts'
import { Elapsed } from '#components/ui/time.tsx'
import { useNow } from '#components/ui/use-now.ts'
import { neighbour } from './list/neighbour.ts'
import type { Inbox } from './use-inbox.ts'

/** The tasks, the most pressing first. j and k move through them. */
export function TaskList({ inbox, onChoose }: { inbox: Inbox; onChoose: (taskId: string) => void }) {
  const { tasks, shown, list } = inbox
  const actions = useMemo(() => {
    const group = 'Inbox'
    const move = (by: 1 | -1) => {
      const next = neighbour(tasks, shown, by)
      if (next) onChoose(next)
    }
    return [
      { id: 'inbox.next', label: 'Next task', group, shortcut: 'j', perform: () => move(1) },
      { id: 'inbox.previous', label: 'Previous task', group, shortcut: 'k', perform: () => move(-1) },
    ]
  }, [tasks, shown, onChoose])
  useOfferActions(actions)
  return (
    <nav aria-label="Tasks" className="h-full overflow-y-auto">
      <ul>
        {tasks.map((task) => (
          <li key={task.taskId}>
            <TaskItem task={task} isShown={task.taskId === shown} onChoose={() => onChoose(task.taskId)} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="grid place-items-center p-3">
          <Button disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </nav>
  )
}

interface TaskItemProps {
  task: HumanTaskSummary
  isShown: boolean
  onChoose(): void
}

function TaskItem({ task, isShown, onChoose }: TaskItemProps) {
  const item = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isShown) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return (
    <button
      ref={item}
      type="button"
      {...(isShown ? { 'aria-current': 'true' as const } : {})}
      onClick={onChoose}
      className={classNames(
        'grid w-full grid-cols-[1fr_auto] gap-x-2.5 gap-y-0.5 border-b px-4 py-2.75 text-left hover:bg-hover focus-visible:-outline-offset-2',
        isShown && 'bg-accent-soft shadow-[inset_3px_0_var(--color-accent)] hover:bg-accent-soft',
      )}
    >
      <span className="truncate font-semibold">{task.title}</span>
      <Elapsed
        from={task.openedAt}
        to={task.closedAt}
        short
        className={classNames('text-small', isShown ? 'text-muted' : 'text-faint')}
      />
      <span className="col-span-2 flex gap-3 text-small text-muted">
        <span className="truncate">{task.workflow}</span>
        <span className="truncate font-mono text-[11.5px]/4">{task.step}</span>
        <span className="ml-auto shrink-0">
          {task.status === 'open' ? (
            <Due dueAt={task.dueAt} prefix="due " />
          ) : task.decidedBy ? (
            `by ${task.decidedByName}`
          ) : (
            'closed'
          )}
        </span>
      </span>
    </button>
  )
}

const urgencyClasses: Record<Urgency, string> = {
  none: '',
  soon: 'font-[550] text-human',
  overdue: 'font-[550] text-failed',
}

/** When it is due, in the colour of its urgency: `in 3 h`, `overdue by 2 h`. */
export function Due({ dueAt, prefix = '' }: { dueAt: string | null; prefix?: string }) {
  const now = useNow()
  if (dueAt === null) return null
  const { text, urgency } = formatDue(new Date(dueAt).getTime(), now)
  return (
    <span className={urgencyClasses[urgency]}>
      {urgency === 'overdue' ? '' : prefix}
      {text}
    </span>
  )
}
