'use client'

import { useQuery } from '@tanstack/react-query'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { Callout } from '#components/ui/callout.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { AlreadyDecidedNotice, DecisionForm } from './decision-form.tsx'

/** Decides a human task from where one is: the page of its run, or of a run above it. */
export function DecideDialog({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const api = useApi()
  const task = useQuery(api.inbox.get.queryOptions({ taskId }, { staleTime: 0 }))
  const { data } = task
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={data?.title ?? 'A person decides'}
      description={data ? `${data.workflow} · ${data.step}` : 'Loading the task'}
    >
      <div className="pb-3">
        {task.isError && (
          <Callout tone="failed" alert>
            {apiFailure(task.error).message}
          </Callout>
        )}
        {task.isPending && <Skeleton className="my-4 h-24" />}
        {data?.status === 'open' && <DecisionForm key={data.taskId} task={data} onDecided={onClose} inDialog />}
        {data && data.status !== 'open' && <AlreadyDecidedNotice by={data.decidedBy} at={data.closedAt} />}
      </div>
    </Dialog>
  )
}
