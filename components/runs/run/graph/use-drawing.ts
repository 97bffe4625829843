'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import type { RunDetail } from '#components/api/models.ts'
import type { Insides } from '#components/canvas/use-flow.ts'
import { indexOnce, stateAt } from '../instant/run-index.ts'
import { seqBy } from '../instant/seq-at.ts'
import { useChildRuns } from '../live/use-child-runs.ts'
import { codeGraphOf } from './code-graph.ts'
import { type DrawnRun, drawRun, type Look, type RunDrawing } from './drawing.ts'
import { graphOfRun, readDefinition } from './use-run-graph.ts'

const none: readonly string[] = []

/**
 * A run with the open graphs inside of it; child runs are loaded when they are opened. `at`: the instant; null for now.
 */
export function useDrawing(run: DrawnRun, look: Look, at: number | null): RunDrawing {
  const [childIds, setChildIds] = useState(none)
  const { details } = useChildRuns(childIds)
  const runOf = useDrawnRuns(details, at)
  const drawing = useMemo(() => drawRun(run, look, runOf), [run, look, runOf])
  const open = [
    ...new Set(
      [...drawing.drawnNodes.values()].flatMap(({ isOpen, childRunId }) => (isOpen && childRunId ? [childRunId] : [])),
    ),
  ]
  const wanted = open.join(' ')
  useEffect(() => setChildIds(wanted === '' ? none : wanted.split(' ')), [wanted])
  // Inner graphs keep their identity, so that a move of the scrubber causes no new layout.
  const insides = useRef<Insides>(drawing.insides)
  if (!areSame(insides.current, drawing.insides)) insides.current = drawing.insides
  return { ...drawing, insides: insides.current }
}

const areSame = (a: Insides, b: Insides) => a.size === b.size && [...a].every(([id, graph]) => b.get(id) === graph)

function useDrawnRuns(details: readonly RunDetail[], at: number | null): (runId: string) => DrawnRun | undefined {
  // The definition of a run is immutable; its events are not.
  const [definitions] = useState(() => new Map<string, ReturnType<typeof readDefinition>>())
  return useMemo(() => {
    const runs = new Map<string, DrawnRun>()
    for (const { runId, workflow, definitionText, testPlan, events } of details) {
      const index = indexOnce(events)
      const seq = at === null ? events.length : seqBy(events, at)
      if (index.state.code !== undefined) {
        runs.set(runId, { runId, workflow, graph: codeGraphOf(workflow, index).graph, index, seq })
        continue
      }
      if (!definitions.has(runId)) definitions.set(runId, readDefinition(definitionText, testPlan))
      const known = definitions.get(runId)
      if (!known) continue
      runs.set(runId, { runId, workflow, graph: graphOfRun(known, index.state, stateAt(index, seq)), index, seq })
    }
    return (runId) => runs.get(runId)
  }, [details, definitions, at])
}
