import type { Edit } from '#core/graph/edit.ts'
import { edgeId, edgeRef, type GraphEdge } from '#core/graph/graph.ts'
import { findEdge, levelWith } from '#core/graph/levels.ts'
import { canReconnect } from '#core/graph/rules.ts'
import { reorderedRoute } from '../algorithms/steps/around-step.ts'
import type { Selection } from '../model/selection-store.ts'
import type { Session } from '../model/session.ts'
import { commandsTexts } from '../texts/commands.ts'
import { insertOn } from './insert-on-edge.ts'

/** The one selected edge, while no step is selected. */
export function edgeOf(graph: Parameters<typeof findEdge>[0], { steps, edges }: Selection): GraphEdge | undefined {
  const [id] = edges
  return id === undefined || edges.size > 1 || steps.size > 0 ? undefined : findEdge(graph, id)
}

export const selectedEdge = (session: Session): GraphEdge | undefined =>
  edgeOf(session.document.store.getState().graph, session.selection.store.getState())

/** Whether an edge may lead between these steps instead. */
export function mayMoveEnds(session: Session, edge: GraphEdge, from: string, to: string): boolean {
  return canReconnect(session.document.store.getState().graph, edgeRef(edge), from, to).allowed
}

/** Moves the ends of an edge to these steps, and keeps it selected. */
export function moveEnds(session: Session, edge: GraphEdge, from: string, to: string): void {
  if (!session.perform({ type: 'reconnect', edge: edgeRef(edge), from, to })) return
  session.selection.selectEdge(edgeId({ from, to, kind: edge.kind }))
}

/** Opens the picker of the step to insert into the edge. */
export function insertOnSelected(session: Session): void {
  const edge = selectedEdge(session)
  if (edge !== undefined) insertOn(session, edge)
}

/** Opens the condition for editing on the canvas, at any zoom. */
export function editCondition(session: Session): void {
  const edge = selectedEdge(session)
  if (edge !== undefined) session.view.editEdge(edge.id)
}

/**
 * The edits that move a route before the previous one or after the next one in the order of trial; null at the ends.
 */
export function routeMove(
  graph: Parameters<typeof findEdge>[0],
  edge: GraphEdge,
  to: 'up' | 'down',
): readonly Edit[] | null {
  if (edge.kind !== 'route') return null
  const reordering = reorderedRoute(levelWith(graph, edge.source), edge, to)
  return reordering.ok ? reordering.edits : null
}

export function moveRoute(session: Session, to: 'up' | 'down'): void {
  const edge = selectedEdge(session)
  const edits = edge === undefined ? null : routeMove(session.document.store.getState().graph, edge, to)
  if (edits !== null)
    session.perform(edits, { label: commandsTexts.movingRouteTo(edge?.target, to === 'up' ? 'earlier' : 'later') })
}
