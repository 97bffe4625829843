'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'

/** A published version by its number, or the draft as it is saved. */
export type Side = number | 'draft'

/** The draft may be edited in another window while it is looked at here. */
const draftEveryMs = 5_000

export function useSideText(name: string, side: Side) {
  const api = useApi()
  const version = useQuery({
    ...api.workflows.version.queryOptions({ name, version: side === 'draft' ? 1 : side }),
    enabled: side !== 'draft',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const draft = useQuery({
    ...api.workflows.draft.queryOptions({ name }),
    enabled: side === 'draft',
    staleTime: 0,
    refetchInterval: draftEveryMs,
  })
  const { data, error, refetch } = side === 'draft' ? draft : version
  return { text: data?.text, isCode: data?.kind === 'code', error, refetch }
}
