'use client'

import { useQuery } from '@tanstack/react-query'
import type { HelpEntry } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'

const none: readonly HelpEntry[] = []

/** All help pages with their headings, in the order of the contents. Empty while they are loading. */
export function useHelpEntries(): readonly HelpEntry[] {
  const api = useApi()
  return useQuery(api.help.entries.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY })).data ?? none
}
