'use client'

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChartNoAxesCombined, Clock } from 'lucide-react'
import { parseAsBoolean, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import type { Action } from '#components/shell/actions/action.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { trendsTexts } from '../texts/trends.ts'

export const ranges = ['1h', '24h', '7d', '30d'] as const
export type Range = (typeof ranges)[number]
export const rangeWords: Readonly<Record<Range, string>> = {
  '1h': trendsTexts.lastHour,
  '24h': trendsTexts.last24Hours,
  '7d': trendsTexts.last7Days,
  '30d': trendsTexts.last30Days,
}

const parsers = {
  range: parseAsStringLiteral(ranges).withDefault('24h'),
  /** Numbers instead of drawings. */
  table: parseAsBoolean.withDefault(false),
}
/** Least interval between refreshes: the finest trends are by the minute, so they need not follow every run. */
const everyMs = 3_000
/** Polling interval: the range moves on without events, too. */
const pollMs = 60_000

/** Trends of the range in the address, kept up to date; and the actions that choose it. */
export function useTrends() {
  const api = useApi()
  const queryClient = useQueryClient()
  const [{ range, table }, setView] = useQueryStates(parsers, { history: 'replace', clearOnDefault: true })
  const query = useQuery(
    api.overview.trends.queryOptions({ range }, { placeholderData: keepPreviousData, refetchInterval: pollMs }),
  )
  useRunChanges(() => queryClient.invalidateQueries(api.overview.trends.pathFilter()), everyMs)
  useOfferActions(
    useMemo<readonly Action[]>(
      () => [
        ...ranges.map((each, index) => ({
          id: `overview.range.${each}`,
          label: trendsTexts.trendsRangeWords(rangeWords[each]),
          group: trendsTexts.overview,
          icon: Clock,
          shortcut: String(index + 1),
          keywords: ['time', 'range', 'throughput', 'duration'],
          perform: () => void setView({ range: each }),
        })),
        {
          id: 'overview.table',
          label: table ? trendsTexts.showTrendsAsCharts : trendsTexts.showTrendsAsTable,
          group: trendsTexts.overview,
          icon: ChartNoAxesCombined,
          shortcut: 't',
          perform: () => void setView({ table: !table }),
        },
      ],
      [setView, table],
    ),
  )
  return { range, table, setView, query }
}

export type Trends = ReturnType<typeof useTrends>
