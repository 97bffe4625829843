'use client'

import dynamic from 'next/dynamic'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { taskTexts } from '../texts/task.ts'
import { TaskSection } from './task-section.tsx'

/** The canvas is large and not needed to decide: it comes after the form. */
const TaskRunGraph = dynamic(() => import('./task-run-graph.tsx').then((module) => module.TaskRunGraph), {
  ssr: false,
  loading: () => <Skeleton className="h-full" />,
})

/** The place of the task in its run. */
export function TaskRun({ runId, step }: { runId: string; step: string }) {
  return (
    <TaskSection title={taskTexts.runProgress}>
      <div
        className="h-60 overflow-hidden rounded-m border"
        // The wheel scrolls the page, and zooms only with a modifier: the graph does not trap a reader who scrolls on.
        onWheelCapture={(event) => event.ctrlKey || event.metaKey || event.stopPropagation()}
      >
        <TaskRunGraph key={runId} runId={runId} step={step} />
      </div>
    </TaskSection>
  )
}
