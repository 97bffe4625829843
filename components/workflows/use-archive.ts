'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { workflowsTexts } from './texts/workflows.ts'

/** Archives or restores a workflow; the message offers to undo either. */
export function useArchive() {
  const api = useApi()
  const queryClient = useQueryClient()
  const archive = useMutation(
    api.workflows.archive.mutationOptions({
      onSuccess: (_, { name, archived }) =>
        showToast({
          tone: archived ? 'idle' : 'done',
          title: archived ? workflowsTexts.isArchived(name) : workflowsTexts.restored(name),
          ...(archived ? { detail: workflowsTexts.itsRunsContinueAndKeep } : {}),
          action: { label: workflowsTexts.undo, perform: () => archive.mutate({ name, archived: !archived }) },
        }),
      onError: (error) =>
        showToast({ tone: 'failed', title: workflowsTexts.notArchived, detail: apiFailure(error).message }),
      onSettled: () => queryClient.invalidateQueries(api.workflows.pathFilter()),
    }),
  )
  return (name: string, archived: boolean) => archive.mutate({ name, archived })
}
