'use client'

import { useEffect } from 'react'
import type { Graph } from '#core/graph/graph.ts'
import { levelsOf, levelWith } from '#core/graph/levels.ts'
import { type DrawnStep, nextFocus } from '../../algorithms/steps/next-focus.ts'
import { useSession } from '../../model/session-context.tsx'

/** When the step that has the focus goes away, the focus goes to the one before it, or beside it: the canvas does not leave what was being worked on. */
export function useFocusAfterRemoval(root: { readonly current: HTMLElement | null }) {
  const session = useSession()
  useEffect(
    () =>
      session.document.store.subscribe((state, before) => {
        if (state.graph.nodes === before.graph.nodes) return
        // The document changes before the canvas is drawn again: the removed element still has the focus, and its
        // place.
        const focused = document.activeElement?.closest<HTMLElement>('.react-flow__node')
        const step = focused?.dataset.id
        if (step === undefined || !root.current?.contains(focused ?? null)) return
        const left = namesOf(state.graph)
        // A folded group, and what belongs to another workflow, is no step of this one.
        if (left.has(step) || !namesOf(before.graph).has(step)) return
        const { from, to } = state.change?.renamed ?? {}
        const neighbour =
          from === step ? to : nextFocus(levelWith(before.graph, step), step, left, drawnIn(root.current))
        if (neighbour === undefined) document.getElementById('main')?.focus()
        else session.view.showStep(neighbour, true)
      }),
    [session, root],
  )
}

/** The nodes on the screen with their positions. */
function drawnIn(root: HTMLElement | null): readonly DrawnStep[] {
  return [...(root?.querySelectorAll<HTMLElement>('.react-flow__node') ?? [])].map((drawn) => ({
    id: drawn.dataset.id ?? '',
    position: drawn.getBoundingClientRect(),
  }))
}

const namesOf = (graph: Graph): ReadonlySet<string> =>
  new Set(levelsOf(graph).flatMap(({ nodes }) => nodes.map(({ id }) => id)))
