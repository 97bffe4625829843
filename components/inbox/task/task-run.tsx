'use client'

import dynamic from 'next/dynamic'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { TaskSection } from './task-section.tsx'

/** The canvas is large and not needed to decide: it comes after the form. */
const TaskRunGraph = dynamic(() => import('./task-run-graph.tsx').then((module) => module.TaskRunGraph), {
  ssr: false,
  loading: () => <Skeleton className="h-full" />,
})

/** Where in its run the task stands. */
export function TaskRun({ runId, step }: { runId: string; step: string }) {
  return (
    <TaskSection title="Where the run stands">
      <div
        className="h-60 overflow-hidden rounded-m border"
        // The wheel scrolls the page, and zooms only on demand: who reads on is not caught in the graph.
        onWheelCapture={(event) => event.ctrlKey || event.metaKey || event.stopPropagation()}
      >
        <TaskRunGraph key={runId} runId={runId} step={step} />
      </div>
    </TaskSection>
  )
}
