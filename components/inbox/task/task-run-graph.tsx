'use client'

import { useNodesInitialized, useReactFlow, useStore } from '@xyflow/react'
import { useEffect, useMemo, useState } from 'react'
import type { RunDetail } from '#components/api/models.ts'
import { fit } from '#components/canvas/measures.ts'
import { createOverlayStore } from '#components/canvas/overlay-store.ts'
import { ReadingCanvas } from '#components/canvas/reading-canvas.tsx'
import { reuseUnchanged, runOverlay } from '#components/runs/run/graph/run-overlay.ts'
import { useRunGraph } from '#components/runs/run/graph/use-run-graph.ts'
import { startLog } from '#components/runs/run/live/run-log.ts'
import { useChildRun } from '#components/runs/run/live/use-child-runs.ts'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { taskTexts } from '../texts/task.ts'

/** The graph of a run with its state laid over it, to be looked at beside a task. */
export function TaskRunGraph({ runId, step }: { runId: string; step: string }) {
  const run = useChildRun(runId)
  if (run.isError && !run.data) return <p className="p-3 text-muted">{taskTexts.cannotShowRunRightNow}</p>
  return run.data ? <Graph detail={run.data} step={step} /> : <Skeleton className="h-full" />
}

function Graph({ detail, step }: { detail: RunDetail; step: string }) {
  const [store] = useState(createOverlayStore)
  const [selected, setSelected] = useState<string | null>(step)
  const state = useMemo(() => startLog(detail).state, [detail])
  const graph = useRunGraph(detail.definitionText, detail.testPlan, state)?.graph
  useEffect(() => {
    if (graph) store.setState((before) => reuseUnchanged(before, runOverlay(graph, state)), true)
  }, [store, graph, state])
  if (!graph) return <p className="p-3 text-muted">{taskTexts.thisDefinitionNeedsNewerVersion}</p>
  return (
    <ReadingCanvas
      graph={graph}
      store={store}
      selected={selected}
      onSelect={setSelected}
      label={taskTexts.stepsOfThisTasksRun}
    >
      <ShowStep step={step} />
    </ReadingCanvas>
  )
}

/** Least zoom; below it the names of steps are unreadable. */
const leastZoom = 0.6

/** Shows the whole graph where it fits, else the area around the step. */
function ShowStep({ step }: { step: string }) {
  const { fitView, getNode, getZoom, setCenter } = useReactFlow()
  const isReady = useNodesInitialized()
  // The fit depends on the size of the pane.
  const width = useStore((flow) => flow.width)
  const height = useStore((flow) => flow.height)
  useEffect(() => {
    if (!isReady || width === 0 || height === 0) return
    void fitView(fit).then(() => {
      const node = getNode(step)
      if (!node || getZoom() >= leastZoom) return
      const { width = 0, height = 0 } = node.measured ?? {}
      void setCenter(node.position.x + width / 2, node.position.y + height / 2, { zoom: leastZoom })
    })
  }, [isReady, width, height, step, fitView, getNode, getZoom, setCenter])
  return null
}
