'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, SearchX } from 'lucide-react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { HumanTaskDetail } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { ReadFailure } from '#components/shell/failure/read-failure.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { readableName } from '#core/definition/readable-name.ts'
import { priorityWord, remindersInWords } from '../list/task-words.ts'
import { taskTexts } from '../texts/task.ts'
import { TaskActions } from './actions/task-actions.tsx'
import { useTaskChanges } from './actions/use-task-changes.ts'
import { Approvals } from './approvals.tsx'
import { ClosedTask } from './closed-task.tsx'
import { useAnswerDraft } from './decision/answer-drafts.ts'
import { DecisionForm } from './decision/decision-form.tsx'
import { useTypeAhead } from './decision/use-type-ahead.ts'
import { NotYours } from './not-yours.tsx'
import { TaskComments } from './task-comments.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskHistory } from './task-history.tsx'
import { TaskInstructions } from './task-instructions.tsx'
import { TaskRun } from './task-run.tsx'

export interface TaskDetailProps {
  taskId: string
  hasNext: boolean
  onDecided(): void
  /** Called when the task is put off. */
  onPutOff(): void
  onBack(): void
}

/** The task's question and its reasons, the form, and the task's history. */
export function TaskDetail(props: TaskDetailProps) {
  const api = useApi()
  const query = useQuery(api.inbox.get.queryOptions({ taskId: props.taskId }))
  if (query.isPending) return <TaskSkeleton />
  // The loaded task stays on a failed refetch: a person may be writing in the form.
  if (query.isError && !query.data) {
    const { code, message } = apiFailure(query.error)
    if (code === 'NOT_FOUND' || code === 'BAD_REQUEST')
      return (
        <EmptyState
          icon={<SearchX />}
          title={taskTexts.taskNotFound}
          actions={<Button onClick={props.onBack}>{taskTexts.allTasks}</Button>}
        >
          {code === 'NOT_FOUND' ? message : taskTexts.linkIsIncomplete}
        </EmptyState>
      )
    return <FailureState error={query.error} onRetry={() => query.refetch()} />
  }
  return (
    <>
      {query.isError && (
        <div className="px-8.5 pt-4 max-md:px-4">
          <ReadFailure error={query.error} onRetry={() => query.refetch()} />
        </div>
      )}
      <Task {...props} task={query.data} />
    </>
  )
}

function Task({ task, hasNext, onDecided, onPutOff, onBack }: TaskDetailProps & { task: HumanTaskDetail }) {
  const titleOfWorkflow = useWorkflowTitle()
  const changes = useTaskChanges(task)
  return (
    <article className="grid max-w-190 grid-cols-[minmax(0,1fr)] content-start gap-5 px-8.5 py-6.5 max-md:px-4 max-md:py-4">
      <header className="grid gap-2">
        <Button
          look="ghost"
          size="small"
          icon={<ChevronLeft />}
          className="-ml-2 justify-self-start md:hidden"
          onClick={onBack}
        >
          {taskTexts.allTasks}
        </Button>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-label text-muted">
          <span>
            {titleOfWorkflow(task.workflow)} · {isolateText(readableName(task.step))}
          </span>
          <Marks task={task} />
        </p>
        <h2 className="text-heading wrap-anywhere">{isolateText(task.title)}</h2>
        <TaskInstructions instructions={task.instructions} />
        <TaskActions task={task} changes={changes} onPutOff={onPutOff} />
      </header>
      <TaskFacts task={task} />
      <Approvals task={task} />
      <Decision task={task} hasNext={hasNext} onDecided={onDecided} />
      <TaskRun runId={task.runId} step={task.step} />
      <TaskComments task={task} changes={changes} />
      <TaskHistory task={task} />
    </article>
  )
}

function Marks({ task: { priority, queue, escalatedAt, reminders } }: { task: HumanTaskDetail }) {
  const word = priorityWord(priority)
  return (
    <>
      {word && <Chip tone={word.tone}>{word.word}</Chip>}
      {queue && <Chip>{queue}</Chip>}
      {escalatedAt !== null && <Chip tone="failed">{taskTexts.escalated}</Chip>}
      {reminders > 0 && <Chip tone="human">{remindersInWords(reminders)}</Chip>}
    </>
  )
}

/**
 * The form where the actor may decide, also when another person decided while it was open; else who may decide, or the
 * outcome.
 */
function Decision({
  task,
  hasNext,
  onDecided,
}: Pick<TaskDetailProps, 'hasNext' | 'onDecided'> & { task: HumanTaskDetail }) {
  const hasTyped = useAnswerDraft(task.taskId) !== undefined
  const mayDecide = task.allowedActions.includes('decide')
  if (mayDecide || (hasTyped && task.status !== 'open')) {
    return (
      <DecisionForm task={task} onDecided={onDecided} hasNext={hasNext}>
        <span className="ml-auto text-small text-faint max-sm:ml-0">
          {taskTexts.formFrom(task.version < 0 ? taskTexts.draftUnderTest : `v${task.version}`)}
        </span>
      </DecisionForm>
    )
  }
  if (task.status !== 'open') return <ClosedTask task={task} />
  return <NotYours task={task} />
}

function TaskSkeleton() {
  useTypeAhead(true)
  return (
    <div role="status" className="grid max-w-190 gap-5 px-8.5 py-6.5 max-md:px-4 max-md:py-4">
      <span className="sr-only">{taskTexts.loadingTask}</span>
      <Skeleton className="w-48" />
      <Skeleton className="h-6 w-96 max-w-full" />
      <Skeleton className="h-14" />
      <Skeleton className="h-28" />
    </div>
  )
}
