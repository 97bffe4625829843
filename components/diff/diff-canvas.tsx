'use client'

import { useReactFlow } from '@xyflow/react'
import { useEffect, useMemo, useState } from 'react'
import { glideMs } from '#components/canvas/glide.ts'
import { createOverlayStore } from '#components/canvas/overlay-store.ts'
import { ReadingCanvas } from '#components/canvas/reading-canvas.tsx'
import type { DefinitionDiff, Drawn } from '#core/graph/diff/diff-definitions.ts'
import { diffOverlay, unionGraph } from './diff-graph.ts'
import { diffTexts } from './texts/diff.ts'

export interface DiffCanvasProps {
  readonly before: Drawn
  readonly after: Drawn
  readonly diff: DefinitionDiff
  readonly selected: string | null
  readonly onSelect: (step: string | null) => void
}

/** Both definitions in one graph: what is new, what is gone, what says something else, and what only stands elsewhere. */
export function DiffCanvas({ before, after, diff, selected, onSelect }: DiffCanvasProps) {
  const [store] = useState(createOverlayStore)
  useEffect(() => store.setState(diffOverlay(diff), true), [store, diff])
  const graph = useMemo(() => unionGraph(before, after, diff), [before, after, diff])
  return (
    <ReadingCanvas
      graph={graph}
      store={store}
      selected={selected}
      onSelect={onSelect}
      label={diffTexts.bothVersionsInOneGraph}
    >
      <ShowSelected step={selected} />
    </ReadingCanvas>
  )
}

/** A step that is chosen in the list comes into view. */
function ShowSelected({ step }: { step: string | null }) {
  const { fitView } = useReactFlow()
  useEffect(() => {
    if (step !== null) void fitView({ nodes: [{ id: step }], maxZoom: 1, padding: 1.5, duration: glideMs(160) })
  }, [step, fitView])
  return null
}
