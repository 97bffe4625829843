'use client'

import { useEffect, useMemo, useState } from 'react'
import type { RunDetail } from '#components/api/models.ts'
import { createOverlayStore } from '#components/canvas/overlay-store.ts'
import { ReadingCanvas } from '#components/canvas/reading-canvas.tsx'
import { reuseUnchanged, runOverlay } from '#components/runs/run/graph/run-overlay.ts'
import { terminalOverlay } from '#components/runs/run/graph/terminal-overlay.ts'
import { useGraphOfRun } from '#components/runs/run/graph/use-graph-of-run.ts'
import { shownAt } from '#components/runs/run/instant/run-index.ts'
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
  const focus = useMemo(() => [step], [step])
  const log = useMemo(() => startLog(detail), [detail])
  const state = shownAt(log, log.events.length)
  const graph = useGraphOfRun(detail, log)?.graph
  useEffect(() => {
    if (!graph) return
    const [steps, terminals] = [runOverlay(graph, state), terminalOverlay(graph, state)]
    const overlay = { nodes: { ...steps.nodes, ...terminals.nodes }, edges: { ...steps.edges, ...terminals.edges } }
    store.setState((before) => reuseUnchanged(before, overlay), true)
  }, [store, graph, state])
  if (!graph) return <p className="p-3 text-muted">{taskTexts.thisDefinitionNeedsNewerVersion}</p>
  return (
    <ReadingCanvas
      graph={graph}
      store={store}
      selected={selected}
      onSelect={setSelected}
      label={taskTexts.stepsOfThisTasksRun}
      focus={focus}
    />
  )
}
