'use client'

import dynamic from 'next/dynamic'
import { Suspense } from 'react'
import { RunSkeleton } from './run-skeleton.tsx'

/** All that shows a run is a part of its own, which the page names in its head: it is compiled while it arrives, beside the run itself. */
const OpenRun = dynamic(() => import('./open-run.tsx').then((module) => module.OpenRun))

/** The page of one run. */
export function RunPage({ runId }: { runId: string }) {
  return (
    <Suspense fallback={<RunSkeleton runId={runId} />}>
      <OpenRun runId={runId} />
    </Suspense>
  )
}
