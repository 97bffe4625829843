'use client'

import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { notesOf } from '#core/graph/notes.ts'
import { areOwn } from '#core/graph/rules.ts'
import { findStep } from '../../algorithms/steps/find-step.ts'
import { useDocument, useProblems, useSelection, useSession, useTrial } from '../../model/session-context.tsx'
import { annotationsIn } from '../../model/stores/annotations.ts'
import { edgeOf, routeMove } from '../edge-commands.ts'
import { repairOfSelected } from '../reveal.ts'
import type { ActionContext } from './action-context.ts'

/** The inputs that decide which actions exist; the object keeps its identity while no input changes. */
export function useActionContext(versions: boolean): ActionContext {
  const session = useSession()
  const { push: goTo } = useRouter()
  const undoes = useDocument((document) => document.history.past.at(-1)?.label)
  const redoes = useDocument((document) => document.history.future.at(-1)?.label)
  const broken = useDocument((document) => document.broken)
  const empty = useDocument((document) => document.graph.nodes.length === 0)
  const annotations = useDocument((document) => annotationsIn(document, 'outline').length > 0)
  const selected = useSelection((selection) => selection.steps)
  const edges = useSelection((selection) => selection.edges.size)
  const notes = useSelection((selection) => selection.notes.size)
  const steps = selected.size
  const [step] = steps === 1 ? selected : []
  const graph = useDocument((document) => document.graph)
  const notOwn = useMemo(() => {
    const own = areOwn(graph, [...selected])
    return own.allowed ? undefined : own.reason
  }, [graph, selected])
  const current = useStore(session.annotations.store, (state) => state.current)
  const edge = useSelection((selection) => edgeOf(graph, selection))
  const up = edge !== undefined && routeMove(graph, edge, 'up') !== null
  const down = edge !== undefined && routeMove(graph, edge, 'down') !== null
  const kind = edge?.kind ?? null
  const repair = useProblems((problems) => repairOfSelected(session, selected, problems)?.title)
  const opens = useDocument(({ definition }) => {
    const type = step === undefined ? undefined : findStep(definition, step)?.step.type
    return type === 'LOOP' || type === 'SUB_WORKFLOW' ? type : null
  })
  const annotation = steps + edges > 0 && notes === 0 ? null : (current?.kind ?? null)
  const groups = useDocument(({ parsed }) => {
    if (steps === 0) return annotation === 'group' ? 1 : 0
    return parsed.groups.filter((group) => group.steps.some((name) => selected.has(name))).length
  })
  const noted = useDocument(({ text, parsed }) => step !== undefined && notesOf(text, parsed).ofSteps.has(step))
  const pinned = useTrial(({ pins }) => step !== undefined && Object.hasOwn(pins, step))
  const values = useTrial(({ runId }) => runId !== null)
  return useMemo(
    () => ({
      ...{ undoes, redoes, broken, empty, steps, edges, notes, notOwn, pinned },
      ...{ annotations, annotation, groups, noted, values },
      ...{ edge: kind, moves: { up, down }, repair, opens, versions, goTo },
    }),
    [
      undoes,
      redoes,
      broken,
      empty,
      steps,
      edges,
      notes,
      notOwn,
      pinned,
      annotations,
      annotation,
      groups,
      noted,
      values,
      kind,
      up,
      down,
      repair,
      opens,
      versions,
      goTo,
    ],
  )
}
