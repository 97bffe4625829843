import { nodeSize } from '#components/canvas/measures.ts'
import { edgeRef, type GraphEdge, type Position } from '#core/graph/graph.ts'
import type { Session } from '../model/session.ts'
import type { Adding } from '../model/view-store.ts'

/** Opens the picker of the step to insert into the middle of an edge. */
export function insertOn(session: Session, edge: GraphEdge, at?: Adding['at']): void {
  const { nodes, terminals } = session.flow.store.getState()
  const placeOf = (id: string) => [...nodes, ...terminals].find((node) => node.id === id)?.position
  const from = placeOf(edge.source) ?? { x: 0, y: 0 }
  const to = placeOf(edge.target) ?? from
  const position = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  session.view.startAdding({
    at: at ?? session.canvas?.toScreen(position) ?? { left: 400, top: 200 },
    ...where(session, edge, position),
  })
}

/** A step at the start precedes the first step; one at an end follows the last. */
function where(session: Session, edge: GraphEdge, position: Position): Omit<Adding, 'at'> {
  if (edge.terminal === 'start') return { position, before: edge.target }
  if (edge.terminal === undefined || edge.kind === 'route') return { position, onEdge: edgeRef(edge) }
  return { position: behind(session, edge.source) ?? position, connect: { from: edge.source, kind: 'normal' } }
}

/** The distance from a step to the one behind it. */
const step = { down: { x: 0, y: nodeSize.height + 56 }, right: { x: nodeSize.width + 56, y: 0 } } as const

function behind(session: Session, source: string): Position | undefined {
  const { nodes, direction } = session.flow.store.getState()
  const from = nodes.find(({ id }) => id === source)?.position
  const { x, y } = step[direction]
  return from === undefined ? undefined : { x: from.x + x, y: from.y + y }
}
