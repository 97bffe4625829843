'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import Link from 'next/link'
import { apiFailure } from '#components/api/api-failure.ts'
import type { HumanTaskDetail } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { FailureState } from '#components/shell/failure-page.tsx'
import { runPath } from '#components/shell/paths.ts'
import { Button } from '#components/ui/button.tsx'
import { Callout } from '#components/ui/callout.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { Instant } from '#components/ui/time.tsx'
import { DecisionForm } from './decision-form.tsx'
import { TaskFacts } from './task-facts.tsx'

export interface TaskDetailProps {
  taskId: string
  hasNext: boolean
  onDecided(): void
  onBack(): void
}

/** What is asked and why, the form, and what went before. */
export function TaskDetail({ taskId, hasNext, onDecided, onBack }: TaskDetailProps) {
  const api = useApi()
  const query = useQuery(api.inbox.get.queryOptions({ taskId }))
  if (query.isPending) return <TaskSkeleton />
  if (query.isError) {
    const { code, message } = apiFailure(query.error)
    if (code === 'NOT_FOUND' || code === 'BAD_REQUEST')
      return <EmptyState title="This task is not here">{message}</EmptyState>
    return <FailureState error={query.error} onRetry={() => query.refetch()} />
  }
  const task = query.data
  return (
    <article className="grid max-w-190 content-start gap-5 px-8.5 py-6.5 max-md:px-4 max-md:py-4">
      <header>
        <Button look="ghost" size="small" icon={<ChevronLeft />} className="mb-2 -ml-2 md:hidden" onClick={onBack}>
          All tasks
        </Button>
        <p className="mb-1 text-label text-muted">
          {task.workflow} · {task.step}
        </p>
        <h2 className="text-heading wrap-anywhere">{task.title}</h2>
      </header>
      <TaskFacts task={task} />
      {task.status === 'open' ? (
        <OpenTask task={task} hasNext={hasNext} onDecided={onDecided} />
      ) : (
        <ClosedTask task={task} />
      )}
      <Earlier task={task} />
    </article>
  )
}

function OpenTask({ task, hasNext, onDecided }: { task: HumanTaskDetail; hasNext: boolean; onDecided: () => void }) {
  if (!task.allowedActions.includes('decide')) {
    return <Callout tone="idle">Others decide this: {whoMayDecide(task)}.</Callout>
  }
  return (
    <DecisionForm task={task} onDecided={onDecided} hasNext={hasNext}>
      <Button look="ghost" size="large" asChild>
        <Link href={runPath(task.runId)}>Open the run</Link>
      </Button>
      <span className="ml-auto text-small text-faint max-sm:ml-0">
        The form is the one of {task.version < 0 ? 'a draft that is tried' : `v${task.version}`}.
      </span>
    </DecisionForm>
  )
}

function whoMayDecide({ assignees, groups }: HumanTaskDetail): string {
  const names = [...assignees, ...groups.map((group) => `the group ${group}`)]
  return names.length === 0 ? 'nobody is named' : names.join(', ')
}

function ClosedTask({ task }: { task: HumanTaskDetail }) {
  return (
    <div className="grid gap-3">
      <Callout tone={task.status === 'decided' ? 'done' : 'idle'}>
        <b className="font-semibold">{task.status === 'decided' ? 'Decided' : 'Closed without a decision'}</b>
        {task.decidedBy && ` by ${task.decidedBy}`}
        {task.closedAt && (
          <>
            {', '}
            <Instant at={task.closedAt} />
          </>
        )}
      </Callout>
      {task.status === 'decided' && <CodeBlock label="Decision" text={JSON.stringify(task.decision, null, 2)} />}
      <Button asChild className="justify-self-start">
        <Link href={runPath(task.runId)}>Open the run</Link>
      </Button>
    </div>
  )
}

function Earlier({ task }: { task: HumanTaskDetail }) {
  return (
    <section className="grid gap-3 border-t pt-4">
      <details className="group">
        <summary className="w-fit rounded-s text-label text-muted hover:text-ink">State of the run</summary>
        <CodeBlock label="State" text={JSON.stringify(task.runState, null, 2)} className="mt-2" />
      </details>
      {task.earlier.length > 0 && (
        <>
          <h3 className="text-label text-muted">Earlier</h3>
          <ol className="grid gap-2">
            {task.earlier.map((entry) => (
              <li key={`${entry.at} ${entry.step} ${entry.sentence}`} className="flex gap-2.25 text-[12.5px]">
                <Instant at={entry.at} className="shrink-0 font-mono text-[11.5px] text-faint" />
                <span className="min-w-0 wrap-anywhere">{entry.sentence}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

function TaskSkeleton() {
  return (
    <div role="status" className="grid max-w-190 gap-5 px-8.5 py-6.5">
      <span className="sr-only">The task is loading</span>
      <Skeleton className="w-48" />
      <Skeleton className="h-6 w-96 max-w-full" />
      <Skeleton className="h-14" />
      <Skeleton className="h-28" />
    </div>
  )
}
