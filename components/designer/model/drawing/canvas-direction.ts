import { directionOfPlaces } from '#components/canvas/layout/choose-direction.ts'
import type { Direction } from '#components/canvas/layout/direction.ts'
import type { Graph } from '#core/graph/graph.ts'

/**
 * The direction of the drawing. Places in the text decide. Without them it is chosen once, when the first steps are
 * drawn, and stays while these are edited: a drawing does not turn around because a step was added.
 */
export class CanvasDirection {
  readonly #preferred: (graph: Graph) => Direction
  #chosen: Direction | null = null

  constructor(preferred: (graph: Graph) => Direction) {
    this.#preferred = preferred
  }

  of(graph: Graph): Direction {
    const placed = directionOfPlaces(graph)
    if (placed !== null || graph.nodes.length === 0) return placed ?? 'down'
    this.#chosen ??= this.#preferred(graph)
    return this.#chosen
  }

  /** Sets the direction of steps without places; null to choose it anew. */
  choose(direction: Direction | null): void {
    this.#chosen = direction
  }
}
