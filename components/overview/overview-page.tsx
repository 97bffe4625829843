'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import type { OverviewData } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { countAll } from '../runs/status-groups.ts'
import { Concerns } from './concerns.tsx'
import { OverviewFigures } from './overview-figures.tsx'
import { FailedRuns, NewestRuns } from './overview-lists.tsx'
import { StatusStrip } from './status-strip.tsx'
import { StoppedWebhooks } from './stopped-webhooks.tsx'
import { overviewTexts } from './texts/overview.ts'
import { FailingWorkflows } from './trends/failing-workflows.tsx'
import { TrendsSection } from './trends/trends.tsx'
import { useTrends } from './trends/use-trends.ts'
import { YourTasks } from './your-tasks.tsx'

// The welcome is shown before the first run only.
const Welcome = dynamic(() => import('./welcome.tsx').then((module) => module.Welcome), {
  loading: () => <OverviewSkeleton />,
})

/** Polling interval: runs become overdue without any event. */
const pollMs = 30_000
/** The number of runs from which on charts are shown. */
const runsForCharts = 10

/** The state of the runs; on a first visit, the way to the first run. */
export function OverviewPage() {
  const api = useApi()
  const queryClient = useQueryClient()
  const overview = useQuery(api.overview.get.queryOptions(undefined, { refetchInterval: pollMs }))
  useRunChanges(() => queryClient.invalidateQueries(api.overview.get.queryFilter()))
  const { data } = overview
  const runs = data ? countAll(data.byStatus) : 0
  return (
    <>
      <TopBar
        crumbs={[{ label: overviewTexts.overview }]}
        actions={
          <Button asChild look={data && runs === 0 ? 'plain' : 'primary'}>
            <Link href="/workflows?new=blank">
              <Plus />
              {overviewTexts.newWorkflow}
            </Link>
          </Button>
        }
      />
      {/* A skeleton has nothing to focus, so it does not scroll. */}
      <div className={classNames('min-h-0 flex-1', overview.isPending ? 'overflow-hidden' : 'overflow-y-auto')}>
        {overview.isPending && <OverviewSkeleton />}
        {overview.isError && !data && <FailureState error={overview.error} onRetry={() => overview.refetch()} />}
        {data && runs === 0 && <Welcome hasWorkflows={data.workflows > 0} />}
        {data && runs > 0 && (
          <>
            {data.enginesAlive === 0 && (
              <Callout tone="human" className="m-4 mb-0" alert>
                <b className="font-semibold">{overviewTexts.noEngineIsRunning}</b>{' '}
                {overviewTexts.runsAreAcceptedAndStored}
              </Callout>
            )}
            <StoppedWebhooks webhooks={data.stoppedWebhooks} />
            <div className="grid grid-cols-2 gap-px border-b bg-line max-lg:grid-cols-1">
              <YourTasks />
              <FailedRuns data={data} />
            </div>
            <Concerns concerns={data.concerns} />
            <OverviewFigures data={data} />
            <StatusStrip byStatus={data.byStatus} waiting={data.waitingRuns} />
            {runs < runsForCharts ? <NewestRuns data={data} /> : <Charts data={data} />}
          </>
        )}
      </div>
    </>
  )
}

/** What the runs of a time range show; with few runs, a chart would be empty but for one bar. */
function Charts({ data }: { data: OverviewData }) {
  const trends = useTrends()
  return (
    <>
      <TrendsSection trends={trends} />
      <div className="grid grid-cols-2 gap-px bg-line max-lg:grid-cols-1">
        <NewestRuns data={data} />
        <div className="flex min-w-0 flex-col bg-surface">
          <FailingWorkflows trends={trends.query.data} range={trends.range} />
        </div>
      </div>
    </>
  )
}

/** The placeholder has the sizes of the lists and figures that follow. */
function OverviewSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{overviewTexts.loadingOverview}</span>
      <div className="grid grid-cols-2 gap-px border-b bg-line max-lg:grid-cols-1" aria-hidden="true">
        {['tasks', 'failures'].map((list) => (
          <div key={list} className="bg-surface">
            <div className="flex h-10 items-center border-b px-4">
              <Skeleton className="w-28" />
            </div>
            {[1, 2, 3, 4, 5].map((row) => (
              <div key={row} className="grid h-12.5 content-center gap-2 border-b px-4">
                <Skeleton className="w-56" />
                <Skeleton className="w-32" />
              </div>
            ))}
          </div>
        ))}
      </div>
      <div
        className="grid grid-cols-5 gap-px border-b bg-line max-lg:grid-cols-2 max-lg:[&>:last-child]:col-span-2"
        aria-hidden="true"
      >
        {['progress', 'people', 'failed', 'unsafe', 'completed'].map((name) => (
          <div key={name} className="grid h-24 content-center gap-2 bg-surface px-4">
            <Skeleton className="w-24" />
            <Skeleton className="h-7 w-16" />
            <Skeleton className="w-28" />
          </div>
        ))}
      </div>
    </div>
  )
}
