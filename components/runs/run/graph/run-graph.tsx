'use client'

import { Panel as FlowPanel } from '@xyflow/react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { NodeToolsProvider } from '#components/canvas/expansion/node-tools.ts'
import { createOverlayStore, type OverlayState } from '#components/canvas/overlay-store.ts'
import { ReadingCanvas } from '#components/canvas/reading-canvas.tsx'
import type { Insides } from '#components/canvas/use-flow.ts'
import type { Tone } from '#components/ui/layout/tone.ts'
import type { Step } from '#core/definition/definition.ts'
import { branchGraph } from '#core/graph/branches.ts'
import type { Graph } from '#core/graph/graph.ts'
import type { PreviewStep } from '#core/run/preview/preview-step.ts'
import { runCodeTexts } from '../../texts/run-code.ts'
import { runGraphTexts } from '../../texts/run-graph.ts'
import type { Moment } from '../instant/moment.ts'
import type { RunIndex } from '../instant/run-index.ts'
import { useRunWork } from '../live/use-run-work.ts'
import type { DescendantSelection } from '../use-selection.ts'
import type { DrawnNode, Look } from './drawing.ts'
import { FanPanel } from './fan-panel.tsx'
import { createGraphTools, GraphToolsContext, RunNodeTools } from './graph-tools.tsx'
import { previewOverlay } from './preview-overlay.ts'
import { reuseUnchanged } from './run-overlay.ts'
import { useDrawing } from './use-drawing.ts'
import { type RoundsOfLoop, useGraphActions } from './use-graph-actions.ts'

export interface RunGraphProps {
  runId: string
  workflow: string
  graph: Graph
  /** The whole run, including events after the instant. */
  index: RunIndex
  moment: Moment
  selected: string | null
  onSelect(step: string | null): void
  /** The selection in a run below. */
  descendant: DescendantSelection | null
  onSelectDescendant(descendant: DescendantSelection): void
  /** The effect on each step of the action that waits for confirmation; null while there is none. */
  preview: readonly PreviewStep[] | null
  /** The number of earlier commands of code that are not drawn. */
  left: number
}

/** From this number of steps on, the bodies of loops are drawn only on request. */
const manySteps = 60
/** From this number of branches on, the branches of a step are drawn only on request. */
const mostBranches = 12
const noFlips: ReadonlySet<string> = new Set()
const noPicks: ReadonlyMap<string, number> = new Map()

/**
 * The definition of the run with its state at an instant on top. Every step is drawn, including steps that have not
 * begun. Loops show the body in one of their rounds, and sub-workflows open in place.
 */
export function RunGraph(props: RunGraphProps) {
  const { runId, workflow, graph, index, moment, selected, onSelect, descendant, onSelectDescendant, preview } = props
  const { seq, isLive, state } = moment
  const [flips, setFlips] = useState(noFlips)
  const [picks, setPicks] = useState(noPicks)
  const [opened, setOpened] = useState<string | null>(null)
  const [looked, setLooked] = useState<string | null>(null)
  const work = useRunWork(moment)
  const run = useMemo(() => ({ runId, workflow, graph, index, seq, work }), [runId, workflow, graph, index, seq, work])
  const look = useMemo(
    (): Look => ({
      isOpen: (id, step) => opensByDefault(step, graph.nodes.length) !== flips.has(id),
      pickedRound: (id) => picks.get(id),
    }),
    [graph, flips, picks],
  )
  const { insides, overlay: stands, drawnNodes } = useDrawing(run, look, isLive ? null : state.at)
  const overlay = useMemo(
    () => (preview ? previewOverlay(stands, preview, (id) => drawnNodes.get(id)?.runId === runId) : stands),
    [stands, preview, drawnNodes, runId],
  )

  const [overlays] = useState(createOverlayStore)
  const [tools] = useState(createGraphTools)
  const toggle = useCallback((id: string) => {
    setFlips((before) => flipped(before, id))
    setOpened(id)
  }, [])
  const pick = useCallback((id: string, round: number) => setPicks((before) => new Map(before).set(id, round)), [])
  const lookAt = useCallback((id: string) => setLooked((before) => (before === id ? null : id)), [])
  useEffect(() => {
    overlays.setState((before) => reuseUnchanged(before, overlay), true)
    tools.setState({ drawnNodes, toggle, pick, look: lookAt })
  }, [overlays, tools, overlay, drawnNodes, toggle, pick, lookAt])

  const focus = useMemo(
    () => (opened === null ? focusOf(overlay.nodes, graph) : [opened, ...focusOf(overlay.nodes, graph)]),
    [opened, overlay, graph],
  )
  const chosen = descendant === null ? selected : idOf(descendant, drawnNodes)
  const choose = useCallback(
    (id: string | null) => {
      const drawnNode = id === null ? undefined : tools.getState().drawnNodes.get(id)
      if (drawnNode !== undefined && drawnNode.runId !== runId)
        onSelectDescendant({ runId: drawnNode.runId, step: drawnNode.step.name })
      else onSelect(drawnNode?.step.name ?? id)
    },
    [tools, runId, onSelect, onSelectDescendant],
  )
  const loop = useMemo(() => loopAt(chosen, insides, drawnNodes), [chosen, insides, drawnNodes])
  useGraphActions(chosen, chosen === null ? undefined : drawnNodes.get(chosen), loop, { toggle, pick, look: lookAt })
  const fan = looked === null ? undefined : drawnNodes.get(looked)
  const fanEvents = useMemo(() => fan?.index.events.slice(0, fan.seq) ?? [], [fan?.index, fan?.seq])
  return (
    <GraphToolsContext value={tools}>
      <NodeToolsProvider value={RunNodeTools}>
        <ReadingCanvas
          graph={graph}
          insides={insides}
          store={overlays}
          selected={chosen}
          onSelect={choose}
          label={runGraphTexts.stepsOfThisRun}
          focus={focus}
          asked={opened}
        >
          {props.left > 0 && (
            <FlowPanel position="top-left" className="!m-3 rounded-m border bg-surface px-2 py-1 text-small text-muted">
              {runCodeTexts.latestCommands(graph.nodes.length, props.left)}
            </FlowPanel>
          )}
          {fan && (
            <FlowPanel position="top-right" className="!m-3 flex max-h-[calc(100%-24px)] flex-col gap-2">
              <FanPanel step={fan.step.name} events={fanEvents} onClose={() => setLooked(null)} />
            </FlowPanel>
          )}
        </ReadingCanvas>
      </NodeToolsProvider>
    </GraphToolsContext>
  )
}

/** What runs, waits or failed is what a reader of a run looks for, in this order; before that, the last completed step. */
const tonesInFocus: readonly (Tone | undefined)[] = ['active', 'human', 'async', 'child', 'failed', 'undone']

function focusOf(nodes: OverlayState['nodes'], { nodes: steps }: Graph): readonly string[] {
  const toneOf = (id: string) => nodes[id]?.tone
  for (const tone of tonesInFocus) {
    const found = steps.flatMap(({ id }) => (toneOf(id) === tone ? [id] : []))
    if (found.length > 0) return found
  }
  return steps.flatMap(({ id }) => (toneOf(id) === 'done' ? [id] : [])).slice(-1)
}

/** Bodies of loops and branches are part of the picture, unless there are too many of them. */
function opensByDefault(step: Step, steps: number): boolean {
  if (steps > manySteps) return false
  return step.type === 'LOOP' || (step.type === 'PARALLEL' && branchGraph(step).branches.length <= mostBranches)
}

function flipped(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The node of the selection below; null while its frame is closed. */
function idOf({ runId, step }: DescendantSelection, drawnNodes: ReadonlyMap<string, DrawnNode>): string | null {
  const found = [...drawnNodes].find(([, drawnNode]) => drawnNode.runId === runId && drawnNode.step.name === step)
  return found?.[0] ?? null
}

/** The open LOOP that a node is, or whose body holds the node. */
function loopAt(id: string | null, insides: Insides, drawnNodes: ReadonlyMap<string, DrawnNode>): RoundsOfLoop | null {
  if (id === null) return null
  const owner = [...insides].find(([, inside]) => inside.nodes.some((node) => node.id === id))?.[0]
  for (const loop of [id, owner]) {
    const rounds = loop === undefined ? undefined : drawnNodes.get(loop)?.rounds
    if (loop !== undefined && rounds) return { id: loop, rounds }
  }
  return null
}
