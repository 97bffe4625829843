'use client'

import { useEffect, useMemo, useState } from 'react'
import { createOverlayStore } from '#components/canvas/overlay-store.ts'
import { ReadingCanvas } from '#components/canvas/reading-canvas.tsx'
import type { Insides } from '#components/canvas/use-flow.ts'
import { branchLevel } from '#core/graph/branch-level.ts'
import type { DefinitionDiff, Drawn } from '#core/graph/diff/diff-definitions.ts'
import type { Graph } from '#core/graph/graph.ts'
import { diffOverlay, terminalOverlay, unionGraph } from './diff-graph.ts'
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
  useEffect(() => {
    const [steps, terminals] = [diffOverlay(diff), terminalOverlay(before, after, diff)]
    store.setState(
      { nodes: { ...terminals.nodes, ...steps.nodes }, edges: { ...terminals.edges, ...steps.edges } },
      true,
    )
  }, [store, before, after, diff])
  // A step that is chosen in the list comes into view; before that, what has changed.
  const focus = useMemo(() => {
    const changed = diff.steps.flatMap(({ name, status }) => (status === 'same' ? [] : [name]))
    return selected === null ? changed : [selected]
  }, [diff, selected])
  const graph = useMemo(() => unionGraph(before, after, diff), [before, after, diff])
  const insides = useMemo(() => branchesIn(graph), [graph])
  return (
    <ReadingCanvas
      graph={graph}
      insides={insides}
      store={store}
      selected={selected}
      onSelect={onSelect}
      label={diffTexts.bothVersionsInOneGraph}
      focus={focus}
      asked={selected}
    />
  )
}

/** The branches of PARALLEL steps: part of the picture. */
function branchesIn({ nodes, workflow }: Graph): Insides {
  return new Map(
    nodes.flatMap(({ id, step }) => (step.type === 'PARALLEL' ? [[id, branchLevel(step, workflow)] as const] : [])),
  )
}
