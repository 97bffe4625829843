/** The part of the graph that walking needs: node positions and edges. */
export interface WalkGraph {
  readonly nodes: readonly { readonly id: string; readonly position: { readonly x: number; readonly y: number } }[]
  readonly edges: readonly { readonly source: string; readonly target: string }[]
}
export type WalkDirection = 'up' | 'down' | 'left' | 'right'

/**
 * The target of an arrow key: down along an outgoing edge, up along an incoming one, left and right to the nearest
 * neighbour at about the same height. Without an edge in that direction, up and down go to the nearest node there. Null
 * when there is no node in that direction.
 */
export function walk(graph: WalkGraph, from: string, direction: WalkDirection): string | null {
  const start = graph.nodes.find((node) => node.id === from)
  if (start === undefined) return graph.nodes[0]?.id ?? null
  const others = graph.nodes.filter((node) => node.id !== from)
  const vertical = direction === 'up' || direction === 'down'
  if (vertical) {
    const joined = new Set(
      graph.edges.flatMap((edge) => {
        if (direction === 'down') return edge.source === from ? [edge.target] : []
        return edge.target === from ? [edge.source] : []
      }),
    )
    const along = nearest(
      others.filter((node) => joined.has(node.id)),
      (node) => Math.abs(node.position.x - start.position.x) + Math.abs(node.position.y - start.position.y) / 8,
    )
    if (along !== null) return along
  }
  const sign = direction === 'down' || direction === 'right' ? 1 : -1
  return nearest(
    others.filter((node) => {
      const x = node.position.x - start.position.x
      const y = node.position.y - start.position.y
      return vertical ? y * sign > 0 : x * sign > 0 && Math.abs(y) <= Math.abs(x)
    }),
    (node) => {
      const x = Math.abs(node.position.x - start.position.x)
      const y = Math.abs(node.position.y - start.position.y)
      return vertical ? y + x * 2 : x + y * 3
    },
  )
}

function nearest<Node extends { readonly id: string }>(
  nodes: readonly Node[],
  distance: (node: Node) => number,
): string | null {
  let best: Node | null = null
  let shortest = Number.POSITIVE_INFINITY
  for (const node of nodes) {
    const length = distance(node)
    if (length < shortest) {
      best = node
      shortest = length
    }
  }
  return best?.id ?? null
}
