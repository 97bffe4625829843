'use client'

import type { EdgeRef } from '#core/graph/graph.ts'
import { useDocument, useSession } from '../../model/session-context.tsx'
import { viewsEdgesTexts } from '../../texts/views-edges.ts'

interface InsertButtonProps {
  readonly edge: string
  readonly x: number
  readonly y: number
}

/**
 * A plus on an edge under the pointer: a step can be inserted there. Part of the
 * edge's own drawing, so that hovering needs no state. By keyboard a step is
 * added after or before another.
 */
export function InsertButton({ edge: id, x, y }: InsertButtonProps) {
  const session = useSession()
  const broken = useDocument((document) => document.broken)
  if (broken) return null
  const insert = (event: React.MouseEvent) => {
    event.stopPropagation()
    const edge = session.flow.store.getState().graphEdges.get(id)
    if (edge === undefined) return
    const onEdge: EdgeRef = { from: edge.source, to: edge.target, kind: edge.kind }
    session.view.startAdding({ position: { x, y }, at: { left: event.clientX, top: event.clientY }, onEdge })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the pointer; the actions of the step do the same
    <g
      transform={`translate(${x} ${y})`}
      onClick={insert}
      className="cursor-pointer opacity-0 in-[.react-flow\_\_edge:hover]:opacity-100"
      data-insert=""
    >
      <title>{viewsEdgesTexts.insertStepHere}</title>
      <circle r={12} className="fill-transparent" />
      <circle r={8} className="fill-surface stroke-accent [stroke-width:1.5]" />
      <path d="M-4 0H4M0 -4V4" className="fill-none stroke-accent [stroke-width:1.5]" />
    </g>
  )
}
