import { nodeSize } from '#components/canvas/measures.ts'
import type { Position } from '#core/graph/graph.ts'
import type { Placed } from './arrange.ts'

/** A guide line with which a dragged step is aligned, in canvas pixels. */
export interface GuideLine {
  readonly axis: 'x' | 'y'
  /** The position of the line on its axis. */
  readonly at: number
  readonly from: number
  readonly to: number
}

export interface Snapped {
  /** The offset that aligns the dragged steps. */
  readonly by: Position
  readonly lines: readonly GuideLine[]
}

/** How far a line reaches beyond the steps that it joins. */
const overhang = 12

/**
 * Steps in line with others. All have one size, so that edges and middles say
 * the same. The nearest within `reach` wins, on each axis.
 */
export function snapLines(dragged: Position, others: readonly Placed[], reach: number): Snapped {
  const x = nearest(dragged.x, others, 'x', reach)
  const y = nearest(dragged.y, others, 'y', reach)
  const by = { x: x === null ? 0 : x - dragged.x, y: y === null ? 0 : y - dragged.y }
  const place = { x: dragged.x + by.x, y: dragged.y + by.y }
  const lines: GuideLine[] = []
  if (x !== null) {
    const inLine = [place.y, ...others.filter(({ position }) => position.x === x).map(({ position }) => position.y)]
    lines.push({ axis: 'x', at: x + nodeSize.width / 2, ...span(inLine, nodeSize.height) })
  }
  if (y !== null) {
    const inLine = [place.x, ...others.filter(({ position }) => position.y === y).map(({ position }) => position.x)]
    lines.push({ axis: 'y', at: y + nodeSize.height / 2, ...span(inLine, nodeSize.width) })
  }
  return { by, lines }
}

function nearest(at: number, others: readonly Placed[], axis: 'x' | 'y', reach: number): number | null {
  let best: number | null = null
  for (const { position } of others) {
    const distance = Math.abs(position[axis] - at)
    if (distance <= reach && (best === null || distance < Math.abs(best - at))) best = position[axis]
  }
  return best
}

function span(starts: readonly number[], length: number): { readonly from: number; readonly to: number } {
  return { from: Math.min(...starts) - overhang, to: Math.max(...starts) + length + overhang }
}
