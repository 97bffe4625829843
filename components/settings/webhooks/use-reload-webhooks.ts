'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'

/** Refetches the webhooks after a change, and the overview, which tells of those that Heddle turned off. */
export function useReloadWebhooks(): () => Promise<unknown> {
  const api = useApi()
  const queryClient = useQueryClient()
  return () => Promise.all([api.webhooks, api.overview].map((area) => queryClient.invalidateQueries(area.pathFilter())))
}
