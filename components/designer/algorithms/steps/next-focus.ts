import type { Graph } from '#core/graph/graph.ts'

/** A drawn step and its position. */
export interface DrawnStep {
  readonly id: string
  readonly position: { readonly x: number; readonly y: number }
}

/**
 * The step of a level that gets the focus when the focused step is removed: a neighbour along an edge, else the nearest
 * on the canvas, so that the view need not move far, else the first. `left`: the remaining steps.
 */
export function nextFocus(
  graph: Graph,
  step: string,
  left: ReadonlySet<string>,
  standing: readonly DrawnStep[],
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

function byDistance(step: string, standing: readonly DrawnStep[]): readonly string[] {
  const from = standing.find(({ id }) => id === step)?.position
  if (from === undefined) return []
  const distance = ({ position }: DrawnStep) => Math.hypot(position.x - from.x, position.y - from.y)
  return standing.toSorted((a, b) => distance(a) - distance(b)).map(({ id }) => id)
}
