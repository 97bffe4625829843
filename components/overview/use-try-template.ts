'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Template } from '#components/api/models.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'
import { publishTemplate } from '#components/workflows/templates/publish-template.ts'

export interface Published {
  readonly name: string
  readonly version: number
  readonly template: Template
}

/** Creates and publishes a workflow from a template in one step, so that a newcomer is one form away from a run. */
export function useTryTemplate(onReady: (published: Published) => void) {
  const api = useApi()
  const client = useApiClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (template: Template): Promise<Published> => ({
      ...(await publishTemplate(client, template)),
      template,
    }),
    onSuccess: onReady,
    onSettled: () => queryClient.invalidateQueries(api.workflows.pathFilter()),
  })
}
