'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { limits } from '#core/limits.ts'

export const outcomes = ['done', 'asked', 'refused'] as const
export const periods = ['day', 'week', 'month'] as const

const DAY_MS = 86_400_000
const periodMs: Readonly<Record<(typeof periods)[number], number>> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
}
const pageSize = 50

const parsers = {
  of: parseAsStringLiteral(['installation']),
  q: parseAsString.withDefault(''),
  who: parseAsString.withDefault(''),
  action: parseAsString.withDefault(''),
  outcome: parseAsStringLiteral(outcomes),
  period: parseAsStringLiteral(periods),
}

/** The rows of the audit; their filter is in the address. */
export function useAudit() {
  const api = useApi()
  const [params, setParams] = useQueryStates(parsers, { history: 'replace', clearOnDefault: true })
  const { of, q, who, action, outcome, period } = params
  // A period begins at a fixed instant: an instant that moves would ask for the list again at each drawing.
  const from = useMemo(() => period && new Date(Date.now() - periodMs[period]).toISOString(), [period])
  const filter = {
    ...(of && { of }),
    ...(q && { target: q.slice(0, limits.audit.searchCharacters) }),
    ...(who && { actor: who }),
    ...(action && { action }),
    ...(outcome && { outcome }),
    ...(from && { from }),
  }
  const list = useInfiniteQuery(
    api.audit.list.infiniteQueryOptions(
      { ...filter, limit: pageSize },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: (previous) => previous, staleTime: 0 },
    ),
  )
  return {
    params,
    setParams,
    list,
    isFiltered: Object.keys(filter).length > 0,
    clear: () => void setParams(null),
    exportAddress: `/v1/audit/export?${new URLSearchParams(filter)}`,
  }
}

export type Audit = ReturnType<typeof useAudit>
