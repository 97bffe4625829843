import { announce } from '#components/ui/announce.ts'
import type { GraphEdge } from '#core/graph/graph.ts'
import { levelWith } from '#core/graph/levels.ts'
import { selectedEdge } from '../canvas/edge-commands.ts'
import { edgeLabel } from '../canvas/labels.ts'
import type { Session } from '../session.ts'

/** The edges of a step that are drawn: the ways on from it in their order, then those that lead to it. */
function edgesAround(session: Session, step: string): readonly GraphEdge[] {
  const { graphEdges } = session.flow.store.getState()
  const { edges } = levelWith(session.document.store.getState().graph, step)
  const drawn = edges.filter(({ id }) => graphEdges.has(id))
  return [
    ...drawn.filter(({ source }) => source === step),
    ...drawn.filter(({ source, target }) => target === step && source !== step),
  ]
}

/** From a step to its first edge; from an edge that was clicked, to that one. */
export function goToEdge(session: Session): void {
  const { steps, current } = session.selection.store.getState()
  const clicked = selectedEdge(session)
  const [selected] = steps
  const step = clicked?.source ?? (steps.size === 1 ? selected : current)
  if (step === undefined || step === null) return
  const edge = clicked ?? edgesAround(session, step)[0]
  if (edge === undefined) announce(`No connection leads to ${step} or on from it`)
  else toEdge(session, edge, step)
}

function toEdge(session: Session, { id }: GraphEdge, around: string): void {
  session.selection.selectEdge(id)
  session.edgeFocus.goTo(id, around)
}

/** To the next edge of the same step, or to the one before; behind the last comes the first. */
export function goToBesideEdge(session: Session, by: 1 | -1): void {
  const { on } = session.edgeFocus.store.getState()
  if (on === null) return
  const all = edgesAround(session, on.around)
  const at = all.findIndex(({ id }) => id === on.edge)
  const next = all[(at + by + all.length) % all.length]
  if (next !== undefined) toEdge(session, next, on.around)
}

/** To the step that an edge comes from, or leads to; from there on the keyboard goes through the edges of that one. */
export function goToEnd(session: Session, end: 'source' | 'target'): void {
  const step = selectedEdge(session)?.[end]
  if (step === undefined) return
  session.selection.selectStep(step)
  session.view.showStep(step, true)
}

/** Back to the step from which it was reached; false when the keyboard is on no edge. */
export function leaveEdge(session: Session): boolean {
  const { on } = session.edgeFocus.store.getState()
  if (on === null) return false
  session.selection.selectStep(on.around)
  session.view.showStep(on.around, true)
  return true
}

/** What is said of the edge that the keyboard is on: the edge, and which of how many of its step it is. */
export function focusedEdgeLabel(session: Session, edge: GraphEdge, around: string): string {
  const all = edgesAround(session, around)
  const at = all.findIndex(({ id }) => id === edge.id)
  return all.length < 2 || at < 0 ? edgeLabel(edge) : `${edgeLabel(edge)}, ${at + 1} of ${all.length} of ${around}`
}

/** Opens the menu of the canvas where an edge has its handle, as the menu key does. */
export function edgeMenuOf(handle: Element): void {
  const { left, bottom } = handle.getBoundingClientRect()
  handle.dispatchEvent(
    new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left, clientY: bottom }),
  )
}

export function openEdgeMenu(): void {
  const handle = document.activeElement
  if (handle instanceof HTMLElement && handle.dataset.actionScope === 'edge') edgeMenuOf(handle)
}
