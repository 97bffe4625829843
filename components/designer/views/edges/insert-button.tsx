'use client'

import { classNames } from '#components/ui/class-names.ts'
import type { GraphEdge } from '#core/graph/graph.ts'
import { insertOn } from '../../commands/insert-on-edge.ts'
import type { Session } from '../../model/session.ts'
import { useDocument, useSession } from '../../model/session-context.tsx'
import { viewsEdgesTexts } from '../../texts/views-edges.ts'

interface InsertButtonProps {
  readonly edge: string
  readonly x: number
  readonly y: number
  /** An open end shows its plus without being pointed at. */
  readonly always?: boolean
}

/**
 * A plus on an edge under the pointer: a step can be inserted there. Part of the
 * edge's own drawing, so that hovering needs no state. By keyboard a step is
 * added after or before another.
 */
export function InsertButton({ edge: id, x, y, always = false }: InsertButtonProps) {
  const session = useSession()
  const broken = useDocument((document) => document.broken)
  if (broken) return null
  const insert = (event: React.MouseEvent) => {
    event.stopPropagation()
    const edge = session.flow.store.getState().graphEdges.get(id)
    if (edge !== undefined) insertOn(session, edge, { left: event.clientX, top: event.clientY })
  }
  const press = (event: React.PointerEvent) => {
    const edge = session.flow.store.getState().graphEdges.get(id)
    const at = { left: event.clientX, top: event.clientY }
    if (event.button === 0 && edge !== undefined)
      onRelease(event, () => insertOn(session, withRenamed(session, edge), at))
  }
  const stroke = always ? 'stroke-thread group-hover/insert:stroke-accent' : 'stroke-accent'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the pointer; the actions of the step do the same
    <g
      transform={`translate(${x} ${y})`}
      onClick={insert}
      onPointerDown={press}
      className={classNames(
        // Edges to Start and End take no pointer, and their buttons would inherit it.
        'group/insert pointer-events-auto cursor-pointer',
        !always && String.raw`opacity-0 in-[.react-flow\_\_edge:hover]:opacity-100`,
      )}
      data-insert={always ? 'end' : ''}
    >
      <title>{viewsEdgesTexts.insertStepHere}</title>
      <circle r={12} className="fill-transparent" />
      <circle r={always ? 9 : 8} className={classNames('fill-surface [stroke-width:1.5]', stroke)} />
      <path d="M-4 0H4M0 -4V4" className={classNames('fill-none [stroke-width:1.5]', stroke)} />
    </g>
  )
}

/** A pointer that has moved further, in pixels, drags. */
const slack = 6

/**
 * Handles the release of a press at its place. The press takes the focus from the title of a step; writing the title
 * renames the ends of this edge, and another plus is drawn in place of this one: then the browser reports no click.
 */
function onRelease({ clientX, clientY }: React.PointerEvent, handle: () => void): void {
  const over = new AbortController()
  const settings = { capture: true, signal: over.signal }
  const released = (up: PointerEvent) => {
    over.abort()
    if (Math.hypot(up.clientX - clientX, up.clientY - clientY) > slack) return
    const swallow = (click: MouseEvent) => click.stopPropagation()
    addEventListener('click', swallow, true)
    // The click, if there is one, comes in the same task as the release.
    setTimeout(() => {
      removeEventListener('click', swallow, true)
      handle()
    })
  }
  addEventListener('pointerup', released, settings)
  addEventListener('pointercancel', () => over.abort(), settings)
}

/** The edge with the present names of its steps. */
function withRenamed(session: Session, edge: GraphEdge): GraphEdge {
  const renamed = session.document.store.getState().change?.renamed
  const nameOf = (step: string) => (renamed !== undefined && step === renamed.from ? renamed.to : step)
  return { ...edge, source: nameOf(edge.source), target: nameOf(edge.target) }
}
