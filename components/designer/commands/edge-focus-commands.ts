import { announce } from '#components/ui/overlay/announce.ts'
import type { GraphEdge } from '#core/graph/graph.ts'
import { levelWith } from '#core/graph/levels.ts'
import { terminalsOf } from '#core/graph/terminals.ts'
import { edgeLabel } from '../model/drawing/labels.ts'
import type { Session } from '../model/session.ts'
import { commandsTexts } from '../texts/commands.ts'
import { selectedEdge } from './edge-commands.ts'

/** The drawn edges of a step: the outgoing edges in their order, then the incoming edges. */
function edgesAround(session: Session, step: string): readonly GraphEdge[] {
  const { graphEdges } = session.flow.store.getState()
  const level = levelWith(session.document.store.getState().graph, step)
  const drawn = [...level.edges, ...terminalsOf(level).ends].filter(({ id }) => graphEdges.has(id))
  return [
    ...drawn.filter(({ source }) => source === step),
    ...drawn.filter(({ source, target }) => target === step && source !== step),
  ]
}

/** Moves the focus from a step to its first edge, or from a clicked edge to that edge. */
export function goToEdge(session: Session): void {
  const { steps, current } = session.selection.store.getState()
  const clicked = selectedEdge(session)
  const [selected] = steps
  const step = clicked?.source ?? (steps.size === 1 ? selected : current)
  if (step === undefined || step === null) return
  const edge = clicked ?? edgesAround(session, step)[0]
  if (edge === undefined) announce(commandsTexts.hasNoConnections(step))
  else toEdge(session, edge, step)
}

function toEdge(session: Session, { id }: GraphEdge, around: string): void {
  session.selection.selectEdge(id)
  session.edgeFocus.goTo(id, around)
}

/** Moves the focus to the next or previous edge of the same step. The order wraps around. */
export function goToBesideEdge(session: Session, by: 1 | -1): void {
  const { on } = session.edgeFocus.store.getState()
  if (on === null) return
  const all = edgesAround(session, on.around)
  const at = all.findIndex(({ id }) => id === on.edge)
  const next = all[(at + by + all.length) % all.length]
  if (next !== undefined) toEdge(session, next, on.around)
}

/**
 * Moves the focus to the source or target step of the edge. From there the keyboard goes through the edges of that
 * step.
 */
export function goToEnd(session: Session, end: 'source' | 'target'): void {
  const edge = selectedEdge(session)
  if (edge === undefined || (end === 'target' && edge.terminal === 'end')) return
  const step = edge[end]
  session.selection.selectStep(step)
  session.view.showStep(step, true)
}

/** Moves the focus back to the step the edge was reached from; false when no edge has the focus. */
export function leaveEdge(session: Session): boolean {
  const { on } = session.edgeFocus.store.getState()
  if (on === null) return false
  session.selection.selectStep(on.around)
  session.view.showStep(on.around, true)
  return true
}

/** The screen-reader label of the focused edge: the edge, and its position among the edges of its step. */
export function focusedEdgeLabel(session: Session, edge: GraphEdge, around: string): string {
  const all = edgesAround(session, around)
  const at = all.findIndex(({ id }) => id === edge.id)
  return all.length < 2 || at < 0 ? edgeLabel(edge) : commandsTexts.ofOf(edgeLabel(edge), at + 1, all.length, around)
}

/** Opens the canvas menu at the handle of an edge, as the menu key does. */
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
