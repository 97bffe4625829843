import { edgeRef, type GraphEdge } from '#core/graph/graph.ts'
import type { Session } from '../model/session.ts'

/** Opens the picker of the step to insert into the middle of an edge. */
export function insertOn(session: Session, edge: GraphEdge): void {
  const { nodes } = session.flow.store.getState()
  const from = nodes.find((node) => node.id === edge.source)?.position ?? { x: 0, y: 0 }
  const to = nodes.find((node) => node.id === edge.target)?.position ?? from
  const position = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  session.view.startAdding({
    position,
    at: session.canvas?.toScreen(position) ?? { left: 400, top: 200 },
    onEdge: edgeRef(edge),
  })
}
