import { flowOf } from '#core/definition/control-flow.ts'
import type { Definition, Step } from '#core/definition/definition.ts'

/** A small drawing of a workflow: boxes and lines, in its own pixels. */
export interface Sketch {
  readonly width: number
  readonly height: number
  readonly boxes: readonly {
    readonly name: string
    readonly type: Step['type']
    readonly x: number
    readonly y: number
  }[]
  readonly lines: readonly { readonly id: string; readonly path: string; readonly failure: boolean }[]
}

export const box = { width: 112, height: 22 } as const
const gap = { x: 14, y: 20 } as const
/** The sideways offset of a line's control points; the line itself goes three quarters of it. */
const around = 90
/** The space that such lines need beside the boxes. */
export const margin = 16
/** Maximum number of steps in the sketch; more are too small to see. */
const mostSteps = 60

/**
 * The sketch of a workflow: the row of a step is the length of the longest path to it; steps of one rank stand side by
 * side, in the order of the text.
 */
export function sketchOf({ steps: all }: Pick<Definition, 'steps'>): Sketch {
  const steps = all.slice(0, mostSteps)
  const flow = flowOf(steps)
  const forward = flow.edges.filter(({ back }) => !back)
  const rank = new Map(steps.map(({ name }) => [name, 0]))
  // The number of rounds is the maximum length of a path; the remaining edges have no cycle.
  for (let round = 0; round < steps.length; round += 1) {
    let moved = false
    for (const { from, to } of forward) {
      const below = (rank.get(from) ?? 0) + 1
      if (below <= (rank.get(to) ?? 0)) continue
      rank.set(to, below)
      moved = true
    }
    if (!moved) break
  }
  const rows = Map.groupBy(steps, ({ name }) => rank.get(name) ?? 0)
  const widest = Math.max(1, ...[...rows.values()].map((row) => row.length))
  const width = widest * (box.width + gap.x) - gap.x
  const boxes = [...rows].flatMap(([row, members]) => {
    const rowWidth = members.length * (box.width + gap.x) - gap.x
    return members.map(({ name, type }, column) => ({
      name,
      type,
      x: (width - rowWidth) / 2 + column * (box.width + gap.x),
      y: row * (box.height + gap.y),
    }))
  })
  const at = new Map(boxes.map((one) => [one.name, one]))
  const lines = forward.flatMap(({ id, from, to, kind }) => {
    const [a, b] = [at.get(from), at.get(to)]
    if (a === undefined || b === undefined) return []
    const [x1, y1, x2, y2] = [a.x + box.width / 2, a.y + box.height, b.x + box.width / 2, b.y]
    const bend = gap.y / 2
    // The line goes around a step in between.
    const aside = b.y - y1 > gap.y && Math.abs(x1 - x2) < box.width ? around : 0
    return [
      {
        id,
        path: `M${x1} ${y1}C${x1 + aside} ${y1 + bend} ${x2 + aside} ${y2 - bend} ${x2} ${y2}`,
        failure: kind === 'failure',
      },
    ]
  })
  const height = Math.max(1, rows.size) * (box.height + gap.y) - gap.y
  return { width, height, boxes, lines }
}
