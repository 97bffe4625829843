'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { LoadFailure } from '#components/api/load-failure.tsx'
import type { ObservedGraph } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { graphOfCommands } from '#components/canvas/command-graph.ts'
import { prepareLayout } from '#components/canvas/layout/request-layout.ts'
import { createOverlayStore } from '#components/canvas/overlay-store.ts'
import { ReadingCanvas } from '#components/canvas/reading-canvas.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { codeTexts } from '../texts/code.ts'

/** What the last runs of a workflow that is code did, as a graph. */
export function ObservedGraphView({ workflow }: { workflow: string }) {
  useEffect(prepareLayout, [])
  const { data, error } = useQuery(useApi().runs.observed.queryOptions({ workflow }))
  if (error) return <LoadFailure error={error} />
  if (!data) return <Skeleton className="m-3.5 h-16" />
  if (data.nodes.length === 0) {
    return (
      <EmptyState title={data.runs === 0 ? codeTexts.noRunsYet : codeTexts.noCommandsYet}>
        {codeTexts.graphIsMadeOfRuns}
      </EmptyState>
    )
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <p className="shrink-0 border-b px-3.5 py-2 text-small text-muted">
        <b className="font-semibold text-ink">{codeTexts.whatRunsDid}</b> {codeTexts.lastRuns(data.runs)}
      </p>
      <section aria-label={codeTexts.observedGraph} className="min-h-0 flex-1 bg-bg">
        <Drawn workflow={workflow} observed={data} />
      </section>
    </div>
  )
}

function Drawn({ workflow, observed }: { workflow: string; observed: ObservedGraph }) {
  const [store] = useState(createOverlayStore)
  const [selected, setSelected] = useState<string | null>(null)
  const graph = useMemo(() => {
    const { nodes, edges } = observed
    const ids = (which: 'starts' | 'ends') => nodes.flatMap((node) => (node[which] > 0 ? [node.id] : []))
    return graphOfCommands({ workflow, commands: nodes, ways: edges, starts: ids('starts'), ends: ids('ends') })
  }, [workflow, observed])
  useEffect(() => {
    const notes = observed.nodes.map(({ id, count, repeated }) => [id, { note: codeTexts.calls(count, repeated) }])
    store.setState({ nodes: Object.fromEntries(notes), edges: {} }, true)
  }, [store, observed])
  return (
    <ReadingCanvas
      graph={graph}
      store={store}
      selected={selected}
      onSelect={setSelected}
      label={codeTexts.observedGraph}
    />
  )
}
