'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { apiFailure } from '#components/api/api-failure.ts'
import type { RunTreeNode } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { limits } from '#core/limits.ts'
import { runActingTexts } from '../../texts/run-acting.ts'

/** Asks before a run is removed, and says what goes with it. Afterwards the list of runs is open. */
export function RemoveRunDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const router = useRouter()
  const tree = useQuery(api.runs.tree.queryOptions({ runId }))
  const below = tree.data ? countBelow(tree.data) : 0
  const remove = useMutation(
    api.runs.remove.mutationOptions({
      onSuccess: ({ runs }) => {
        showToast({ tone: 'done', title: runActingTexts.runRemoved(runs) })
        router.replace('/runs')
        return queryClient.invalidateQueries(api.runs.list.queryFilter())
      },
    }),
  )
  return (
    <FormDialog
      title={runActingTexts.removeThisRun}
      description={runActingTexts.removedForGood}
      verb={runActingTexts.removeRun}
      danger
      leave={runActingTexts.cancel}
      canSubmit={!remove.isPending && !tree.isPending}
      onSubmit={() => remove.mutate({ runId })}
      onClose={onClose}
    >
      <div className="grid gap-1.5">
        <p>{runActingTexts.goesWithIt}</p>
        <ul className="list-disc pl-5">
          {below > 0 && (
            <li className="font-semibold">{runActingTexts.runsBelow(below, below + 1 >= limits.shown.runsOfTree)}</li>
          )}
          <li>{runActingTexts.historyAndValues}</li>
          <li>{runActingTexts.tasksAndWhatPeopleDid}</li>
          <li>{runActingTexts.searchAndMails}</li>
          <li>{runActingTexts.largeValues}</li>
        </ul>
        <p className="text-muted">{runActingTexts.runsStartedDetachedStay}</p>
      </div>
      {remove.error && (
        <Callout tone="failed" alert>
          {apiFailure(remove.error).message}
        </Callout>
      )}
    </FormDialog>
  )
}

function countBelow({ children }: RunTreeNode): number {
  return children.reduce((sum, child) => sum + 1 + countBelow(child), 0)
}
