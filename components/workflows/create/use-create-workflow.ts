'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { workflowPath } from '#components/shell/paths.ts'
import { workflowName } from '#core/definition/names.ts'

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
    /** Takes what was typed: an id, or a title from which the server makes the id. */
    blank: (typed: string) => create.mutate(workflowName.test(typed) ? { name: typed } : { title: typed }),
    fromTemplate: (templateId: string, connections: Readonly<Record<string, string>>) =>
      create.mutate({ templateId, connections }),
  }
}
