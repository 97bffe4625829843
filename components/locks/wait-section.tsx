'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useApi } from '#components/api/trpc.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { locksTexts } from './texts/locks.ts'

/** The canvas is loaded where a run waits. */
const WaitGraphView = dynamic(() => import('./wait-graph.tsx').then((module) => module.WaitGraphView), {
  ssr: false,
  loading: () => <Skeleton className="size-full rounded-m" />,
})

/** The wait-for graph, where a run waits. */
export function WaitSection({ pollMs }: { readonly pollMs: number }) {
  const api = useApi()
  const { data, error, refetch } = useQuery(
    api.locks.waitGraph.queryOptions(undefined, { refetchInterval: pollMs, staleTime: 0 }),
  )
  const waits = data?.edges.some(({ kind }) => kind === 'waits') === true
  return (
    <section aria-labelledby="wait-graph" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div>
        <h2 id="wait-graph" className="text-title">
          {locksTexts.waitGraph}
        </h2>
        <p className="text-muted">{data && !waits ? locksTexts.noWaits : locksTexts.waitGraphAbout}</p>
      </div>
      {error && !data && <FailureState error={error} onRetry={() => refetch()} isOfList />}
      {data && waits && (
        <>
          <div className="h-96 overflow-hidden rounded-m border bg-sunken">
            <WaitGraphView graph={data} />
          </div>
          {data.left > 0 && <p className="text-small text-muted">{locksTexts.left(data.left)}</p>}
        </>
      )}
    </section>
  )
}
