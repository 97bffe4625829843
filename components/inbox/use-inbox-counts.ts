'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { askAgainMs } from './ask-again.ts'

/** The number of tasks in each list. */
export function useInboxCounts() {
  return useQuery(useApi().inbox.counts.queryOptions(undefined, { refetchInterval: askAgainMs }))
}
