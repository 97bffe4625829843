'use client'

import { BellRing, CalendarClock, MessageSquare, UserRound, Users } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import type { HumanTaskSummary } from '#components/api/models.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { formatInstant } from '#components/ui/text/format-time.ts'
import { Elapsed } from '#components/ui/text/time.tsx'
import { useNow } from '#components/ui/text/use-now.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { readableName } from '#core/definition/readable-name.ts'
import { useChosenTasks } from '../bulk/chosen-tasks.ts'
import { listTexts } from '../texts/list.ts'
import { usePersonNames } from '../use-person-names.ts'
import { Due } from './due.tsx'
import { fieldText, priorityWord, remindersInWords } from './task-words.ts'

export interface TaskItemProps {
  task: HumanTaskSummary
  isShown: boolean
  onShow(taskId: string): void
  /** Takes the task into the selection or out of it; with `range`, everything from the last one to it. */
  onChoose(taskId: string, range: boolean): void
}

/** One task: what it is about, how old, how urgent and whose. */
export const TaskItem = memo(function TaskItem({ task, isShown, onShow, onChoose }: TaskItemProps) {
  const titleOfWorkflow = useWorkflowTitle()
  const isChosen = useChosenTasks(({ chosen }) => chosen.has(task.taskId))
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The focus follows the shown task, if the focus is in the list at all.
    if (isShown && document.activeElement?.hasAttribute('data-task')) button.current?.focus({ preventScroll: true })
  }, [isShown])
  return (
    <div
      className={classNames(
        'relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 border-b py-2.5 pr-4 pl-3.5 hover:bg-hover has-[[data-task]:focus-visible]:outline-2 has-[[data-task]:focus-visible]:-outline-offset-2 has-[[data-task]:focus-visible]:outline-accent',
        isShown && 'bg-accent-soft shadow-[inset_3px_0_var(--color-accent)] hover:bg-accent-soft',
      )}
    >
      {task.status === 'open' ? (
        <Checkbox
          className="z-1 mt-0.5"
          aria-label={listTexts.select(isolateText(task.title))}
          checked={isChosen}
          onClick={(event) => onChoose(task.taskId, event.shiftKey)}
        />
      ) : (
        <span className="size-4" />
      )}
      <button
        ref={button}
        type="button"
        data-task={task.taskId}
        {...(isShown ? { 'aria-current': 'true' as const } : {})}
        onClick={() => onShow(task.taskId)}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-0.5 text-left outline-none after:absolute after:inset-0"
      >
        <span className="flex items-baseline gap-2.5">
          <span className="min-w-0 flex-1 truncate font-semibold">{isolateText(task.title)}</span>
          <Elapsed
            from={task.openedAt}
            to={task.closedAt}
            short
            className={classNames('shrink-0 text-small', isShown ? 'text-muted' : 'text-faint')}
          />
        </span>
        <span className="flex items-baseline gap-3 text-small text-muted">
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5">
            <span className="max-w-full truncate">{titleOfWorkflow(task.workflow)}</span>
            <Fields task={task} />
          </span>
          <span className="shrink-0">
            {task.status === 'open' ? <Due dueAt={task.dueAt} prefix="due " /> : <Closed task={task} />}
          </span>
        </span>
        {task.status === 'open' && <Marks task={task} />}
      </button>
    </div>
  )
})

/**
 * The fields that distinguish this task from others of its kind; fields that do not fit beside the name of the workflow
 * go below it.
 */
function Fields({ task: { fields, step } }: { task: HumanTaskSummary }) {
  if (fields.length === 0) return <span className="max-w-full truncate">{isolateText(readableName(step))}</span>
  return fields.map(({ label, value }) => (
    <span key={label} className="max-w-full truncate">
      <span className="text-faint">{isolateText(label)}</span>{' '}
      <span className="text-ink">{isolateText(fieldText(value))}</span>
    </span>
  ))
}

function Closed({ task }: { task: HumanTaskSummary }) {
  const nameOf = usePersonNames()
  return task.decidedBy ? listTexts.by(nameOf(task.decidedBy, task.decidedByName)) : 'closed'
}

/** Marks for unusual properties: priority, lateness, holder, approvals so far, follow-up time, comments. */
function Marks({ task }: { task: HumanTaskSummary }) {
  const nameOf = usePersonNames()
  const now = useNow()
  const priority = priorityWord(task.priority)
  const backAt = task.followUpAt === null ? 0 : new Date(task.followUpAt).getTime()
  const isLater = backAt > now
  const { holder, approvalsRequired, approvals, comments } = task
  const isPressed = task.escalatedAt !== null || task.reminders > 0
  if (!priority && !holder && approvalsRequired < 2 && !isLater && comments === 0 && !isPressed) return null
  return (
    <span className="mt-1 flex flex-wrap items-center gap-1.5 text-small text-muted [&_svg]:size-3">
      {priority && <Chip tone={priority.tone}>{priority.word}</Chip>}
      {task.escalatedAt !== null && <Chip tone="failed">{listTexts.escalated}</Chip>}
      {task.reminders > 0 && (
        <Chip tone="human">
          <BellRing /> {remindersInWords(task.reminders)}
        </Chip>
      )}
      {holder && (
        <Chip tone="child">
          <UserRound /> {nameOf(holder.id, holder.name)}
        </Chip>
      )}
      {approvalsRequired > 1 && (
        <Chip>
          <Users /> {listTexts.of(approvals.length, approvalsRequired)}
        </Chip>
      )}
      {isLater && (
        <Chip>
          <CalendarClock /> {listTexts.back(formatInstant(backAt, now).slice(0, -3))}
        </Chip>
      )}
      {comments > 0 && (
        <span className="inline-flex items-center gap-1">
          <MessageSquare aria-hidden="true" /> {comments}
          <span className="sr-only">{comments === 1 ? 'comment' : 'comments'}</span>
        </span>
      )}
    </span>
  )
}
