'use client'

import { skipToken, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearchParams } from 'next/navigation'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { useMinute } from '#components/ui/text/use-now.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { runQuery } from '../filters/run-query.ts'
import { readAddress } from '../filters/use-run-filter.ts'
import { addressOf, sorted } from './view-address.ts'
import { View } from './view-button.tsx'

const list = 'runs' as const
/** Refetch interval; other people share and remove views seldom. */
const viewsEveryMs = 30_000

/** Named filters, one's own and the shared ones of others, each with its number of runs. */
export function SavedViews() {
  const api = useApi()
  const router = useRouter()
  const queryClient = useQueryClient()
  const now = useMinute()
  const address = useSearchParams().toString()
  const views = useQuery(api.views.list.queryOptions({ list }, { refetchInterval: viewsEveryMs })).data ?? []
  const counts = useQueries({
    queries: views.map((view) =>
      api.runs.count.queryOptions(runQuery(readAddress(addressOf(view)), now) ?? skipToken, {
        placeholderData: (previous) => previous,
      }),
    ),
  })
  useRunChanges(() => queryClient.invalidateQueries(api.runs.count.pathFilter()), 1_000)
  const current = views.find((view) => addressOf(view) === sorted(address))
  return (
    <>
      {views.map((view, index) => {
        return (
          <View
            key={view.id}
            label={isolateText(view.name)}
            tone="idle"
            count={counts[index]?.data}
            isOn={view === current}
            onSelect={() => router.replace(`/runs?${addressOf(view)}`)}
          />
        )
      })}
    </>
  )
}
