'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { workflowPath } from '#components/shell/paths.ts'

/** Creates a workflow and opens it in the designer. */
export function useCreateWorkflow() {
  const api = useApi()
  const router = useRouter()
  const queryClient = useQueryClient()
  const create = useMutation(
    api.workflows.create.mutationOptions({
      onSuccess: ({ name }) => router.push(workflowPath(name)),
      onSettled: () => queryClient.invalidateQueries(api.workflows.pathFilter()),
    }),
  )
  return {
    isBusy: create.isPending || create.isSuccess,
    error: create.error ? apiFailure(create.error).message : undefined,
    blank: (name: string) => create.mutate({ name }),
    fromTemplate: (templateId: string) => create.mutate({ templateId }),
  }
}
