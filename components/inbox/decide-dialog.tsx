'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { apiFailure } from '#components/api/api-failure.ts'
import type { HumanTaskDetail } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { readableName } from '#core/definition/readable-name.ts'
import { Approvals } from './task/approvals.tsx'
import { ClosedTask } from './task/closed-task.tsx'
import { useAnswerDraft } from './task/decision/answer-drafts.ts'
import { DecisionForm } from './task/decision/decision-form.tsx'
import { NotYours } from './task/not-yours.tsx'
import { TaskFacts } from './task/task-facts.tsx'
import { TaskInstructions } from './task/task-instructions.tsx'
import { inboxTexts } from './texts/inbox.ts'

/** Decides a human task from the page of its run, or of a run above it. */
export function DecideDialog({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const titleOfWorkflow = useWorkflowTitle()
  const api = useApi()
  const queryClient = useQueryClient()
  const task = useQuery(api.inbox.get.queryOptions({ taskId }, { staleTime: 0 }))
  useRunChanges(() => queryClient.invalidateQueries(api.inbox.get.queryFilter({ taskId })))
  const { data } = task
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={data ? isolateText(data.title) : inboxTexts.decision}
      description={
        data ? `${titleOfWorkflow(data.workflow)} · ${isolateText(readableName(data.step))}` : inboxTexts.loadingTask
      }
    >
      <div className="grid gap-4 pb-3">
        {task.isError && (
          <Callout tone="failed" alert>
            {apiFailure(task.error).message}
          </Callout>
        )}
        {task.isPending && <Skeleton className="my-4 h-24" />}
        {data && <Asked task={data} onDecided={onClose} />}
      </div>
    </Dialog>
  )
}

function Asked({ task, onDecided }: { task: HumanTaskDetail; onDecided: () => void }) {
  const hasTyped = useAnswerDraft(task.taskId) !== undefined
  const isOpen = task.status === 'open'
  const mayDecide = task.allowedActions.includes('decide')
  return (
    <>
      <TaskInstructions instructions={task.instructions} />
      <TaskFacts task={task} />
      <Approvals task={task} />
      {(mayDecide || (hasTyped && !isOpen)) && <DecisionForm task={task} onDecided={onDecided} inDialog />}
      {isOpen && !mayDecide && <NotYours task={task} />}
      {!isOpen && !hasTyped && <ClosedTask task={task} />}
    </>
  )
}
