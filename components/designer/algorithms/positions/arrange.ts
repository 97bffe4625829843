import { nodeSize } from '#components/canvas/measures.ts'
import type { Position } from '#core/graph/graph.ts'

export interface Placed {
  readonly id: string
  readonly position: Position
}
export type Places = Readonly<Record<string, Position>>

/** The distance between steps that would otherwise overlap. */
const gap = 16

interface Axis {
  readonly along: 'x' | 'y'
  readonly across: 'x' | 'y'
  readonly length: number
}
const column: Axis = { along: 'y', across: 'x', length: nodeSize.height }
const row: Axis = { along: 'x', across: 'y', length: nodeSize.width }
const axes = { column, row } as const
export type Line = keyof typeof axes

/** The steps in one column or row, at the position of the first step; no step covers another. */
export function align(nodes: readonly Placed[], line: Line): Places {
  const { along, across, length } = axes[line]
  const sorted = nodes.toSorted((a, b) => a.position[along] - b.position[along] || compare(a.id, b.id))
  const [first] = sorted
  let free = Number.NEGATIVE_INFINITY
  return Object.fromEntries(
    sorted.map(({ id, position }) => {
      const at = Math.max(position[along], free)
      free = at + length + gap
      return [id, point(along, at, first?.position[across] ?? 0)]
    }),
  )
}

/** Distributes steps with equal gaps. The outermost two stay, unless there is too little room between them. */
export function distribute(nodes: readonly Placed[], line: Line): Places {
  const { along, across, length } = axes[line]
  const sorted = nodes.toSorted((a, b) => a.position[along] - b.position[along] || compare(a.id, b.id))
  const start = sorted[0]?.position[along] ?? 0
  const end = sorted.at(-1)?.position[along] ?? 0
  const step = Math.max((end - start) / Math.max(1, sorted.length - 1), length + gap)
  return Object.fromEntries(
    sorted.map(({ id, position }, index) => [id, point(along, Math.round(start + index * step), position[across])]),
  )
}

function point(along: 'x' | 'y', at: number, other: number): Position {
  return along === 'x' ? { x: at, y: other } : { x: other, y: at }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
