'use client'

import { type FocusEvent, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { ViewPortal } from '#components/canvas/view-portal.tsx'
import type { ActionScope } from '#components/shell/actions/action.ts'
import { edgeBetween } from '../../algorithms/drawing/edge-ends.ts'
import { edgeMenuOf, focusedEdgeLabel } from '../../commands/edge-focus-commands.ts'
import { useSession, useView } from '../../model/session-context.tsx'
import type { EdgeFocus } from '../../model/stores/edge-focus-store.ts'
import { staysMeant } from '../annotations/use-annotation.ts'

const scope: ActionScope = 'edge'
/** Below the words on a route, in pixels. */
const belowLabel = 21

/** The edge that the keyboard is on, as something that can have the focus; however far away it is seen. */
export function EdgeHandle() {
  const on = useStore(useSession().edgeFocus.store, (state) => state.on)
  return on === null ? null : <Handle {...on} />
}

function Handle({ edge: id, around }: EdgeFocus) {
  const session = useSession()
  const handle = useRef<HTMLButtonElement>(null)
  const asked = useStore(session.edgeFocus.store, (state) => state.asked)
  const edge = useStore(session.flow.store, (flow) => flow.graphEdges.get(id))
  const drawn = useStore(session.flow.store, (flow) => flow.edges.find((one) => one.id === id))
  const from = useStore(session.flow.store, (flow) => flow.nodes.find((node) => node.id === edge?.source))
  const to = useStore(session.flow.store, ({ nodes, terminals }) => {
    const isTarget = (node: { readonly id: string }) => node.id === edge?.target
    return nodes.find(isTarget) ?? terminals.find(isTarget)
  })
  const isGone = edge === undefined || from === undefined || to === undefined

  useEffect(() => {
    // Asked for again, it may have lost the focus in between.
    if (asked === 0 || handle.current === null) return
    handle.current.focus({ preventScroll: true })
    session.canvas?.show(handle.current)
  }, [asked, session])

  useEffect(() => {
    if (!isGone) return
    session.edgeFocus.left()
    // The keyboard returns to the step, unless it moved elsewhere, as to a step that was just inserted.
    if (session.selection.store.getState().steps.size === 0) session.view.showStep(around, true)
  }, [isGone, around, session])

  const isEdited = useView((view) => view.editingEdge === id)

  if (isGone) return null
  const { label } = edgeBetween(from, to, drawn?.data)
  const y = label.y + (edge.kind === 'route' ? belowLabel : 0)
  return (
    <ViewPortal>
      <button
        ref={handle}
        type="button"
        tabIndex={-1}
        data-edge={id}
        data-action-scope={scope}
        aria-label={focusedEdgeLabel(session, edge, around)}
        aria-roledescription="connection"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => edgeMenuOf(currentTarget)}
        onBlur={({ relatedTarget }: FocusEvent) => {
          const { editingEdge } = session.view.store.getState()
          if (editingEdge !== id && !staysMeant(relatedTarget)) session.edgeFocus.left()
        }}
        className="nodrag nopan pointer-events-auto absolute z-20 grid size-6 place-items-center rounded-full"
        style={{ transform: `translate(-50%, -50%) translate(${label.x}px, ${y}px)` }}
      >
        {!isEdited && <span aria-hidden="true" className="size-2.5 rounded-full border-2 border-surface bg-accent" />}
      </button>
    </ViewPortal>
  )
}
