'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Skeleton, SkeletonRows } from '#components/ui/layout/skeleton.tsx'
import { countAll } from '../runs/status-groups.ts'
import { Concerns } from './concerns.tsx'
import { OverviewFigures } from './overview-figures.tsx'
import { OverviewLists } from './overview-lists.tsx'
import { StatusStrip } from './status-strip.tsx'
import { overviewTexts } from './texts/overview.ts'
import { FailingWorkflows } from './trends/failing-workflows.tsx'
import { TrendsSection } from './trends/trends.tsx'
import { useTrends } from './trends/use-trends.ts'

// The welcome is shown once and needs the definition parser, which is larger than the rest of the page.
const Welcome = dynamic(() => import('./welcome.tsx').then((module) => module.Welcome), {
  loading: () => <OverviewSkeleton />,
})

/** Polling interval: runs become overdue without any event. */
const pollMs = 30_000

/** The state of the runs; on a first visit, the way to the first run. */
export function OverviewPage() {
  const api = useApi()
  const queryClient = useQueryClient()
  const overview = useQuery(api.overview.get.queryOptions(undefined, { refetchInterval: pollMs }))
  useRunChanges(() => queryClient.invalidateQueries(api.overview.get.queryFilter()))
  const trends = useTrends()
  const { data } = overview
  return (
    <>
      <TopBar crumbs={[{ label: overviewTexts.overview }]} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {overview.isPending && <OverviewSkeleton />}
        {overview.isError && !data && <FailureState error={overview.error} onRetry={() => overview.refetch()} />}
        {data && countAll(data.byStatus) === 0 && <Welcome hasWorkflows={data.workflows > 0} />}
        {data && countAll(data.byStatus) > 0 && (
          <>
            {data.enginesAlive === 0 && (
              <Callout tone="human" className="m-4 mb-0" alert>
                <b className="font-semibold">{overviewTexts.noEngineIsRunning}</b>{' '}
                {overviewTexts.runsAreAcceptedAndStored}
              </Callout>
            )}
            <Concerns concerns={data.concerns} />
            <OverviewFigures data={data} />
            <StatusStrip byStatus={data.byStatus} waiting={data.waitingRuns} />
            <TrendsSection trends={trends} />
            <OverviewLists data={data}>
              <FailingWorkflows trends={trends.query.data} range={trends.range} />
            </OverviewLists>
          </>
        )}
      </div>
    </>
  )
}

function OverviewSkeleton() {
  return (
    <>
      <div className="grid grid-cols-4 gap-px border-b bg-line max-lg:grid-cols-2" aria-hidden="true">
        {['progress', 'people', 'attention', 'completed'].map((name) => (
          <div key={name} className="grid gap-2.5 bg-surface px-4 py-4">
            <Skeleton className="w-24" />
            <Skeleton className="h-7 w-16" />
            <Skeleton className="w-40" />
          </div>
        ))}
      </div>
      <SkeletonRows label={overviewTexts.loadingOverview} />
    </>
  )
}
