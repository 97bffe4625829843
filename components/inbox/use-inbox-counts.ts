'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { refetchMs } from './refetch-interval.ts'

/** The number of tasks in each list. */
export function useInboxCounts() {
  return useQuery(useApi().inbox.counts.queryOptions(undefined, { refetchInterval: refetchMs }))
}
