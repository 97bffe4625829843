import type { Graph } from '#core/graph/graph.ts'

/** A step that is drawn, and where. */
export interface Standing {
  readonly id: string
  readonly position: { readonly x: number; readonly y: number }
}

/**
 * The step of a level that has the focus instead of one that goes away: a neighbour along an edge, else the nearest on
 * the canvas, so that the view need not move far, else the first. `left`: the steps that are there still.
 */
export function stepInstead(
  graph: Graph,
  step: string,
  left: ReadonlySet<string>,
  standing: readonly Standing[],
): string | undefined {
  const beside = [
    ...graph.edges.filter((edge) => edge.target === step).map((edge) => edge.source),
    ...graph.edges.filter((edge) => edge.source === step).map((edge) => edge.target),
    ...byDistance(step, standing),
    ...graph.nodes.map((node) => node.id),
  ]
  const level = new Set(graph.nodes.map(({ id }) => id))
  return beside.find((name) => left.has(name) && level.has(name))
}

function byDistance(step: string, standing: readonly Standing[]): readonly string[] {
  const from = standing.find(({ id }) => id === step)?.position
  if (from === undefined) return []
  const distance = ({ position }: Standing) => Math.hypot(position.x - from.x, position.y - from.y)
  return standing.toSorted((a, b) => distance(a) - distance(b)).map(({ id }) => id)
}
