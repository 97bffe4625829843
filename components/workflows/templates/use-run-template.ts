'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { apiFailure } from '#components/api/api-failure.ts'
import type { Template } from '#components/api/models.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'
import { runPath } from '#components/shell/paths.ts'
import { publishTemplate } from './publish-template.ts'

/** Creates, publishes and runs a template with its sample input in one click, and shows the run. */
export function useRunTemplate() {
  const api = useApi()
  const client = useApiClient()
  const router = useRouter()
  const queryClient = useQueryClient()
  const run = useMutation({
    mutationFn: async (template: Template) => {
      const { name, version } = await publishTemplate(client, template)
      return client.runs.start.mutate({ workflow: name, version, input: template.sampleInput })
    },
    onSuccess: ({ runId }) => router.push(runPath(runId)),
    onSettled: () => queryClient.invalidateQueries(api.workflows.pathFilter()),
  })
  return {
    isBusy: run.isPending || run.isSuccess,
    error: run.error ? apiFailure(run.error).message : undefined,
    start: (template: Template) => run.mutate(template),
  }
}
