import type { Definition, Step } from '#core/definition/definition.ts'
import { stepTitle } from '#core/definition/title.ts'
import { type Branch, branchGraph } from '#core/graph/branches.ts'
import { decompile } from '#core/graph/decompile.ts'
import { startId, terminalsOf } from '#core/graph/terminals.ts'

/** A small drawing of a workflow: boxes and lines, in its own pixels. */
export interface Sketch {
  readonly width: number
  readonly height: number
  readonly boxes: readonly SketchBox[]
  readonly lines: readonly { readonly id: string; readonly path: string; readonly failure: boolean }[]
}

export interface SketchBox {
  readonly id: string
  /** Empty for the start and the ends. */
  readonly name: string
  readonly type: Step['type'] | 'start' | 'end'
  /** What undoes the step when the run is rolled back. */
  readonly undo?: string
  readonly x: number
  readonly y: number
}

export const box = { width: 112, height: 22 } as const
const gap = { x: 14, y: 20 } as const
/** The sideways offset of a line's control points; the line itself goes three quarters of it. */
const around = 90
/** The space that such lines need beside the boxes. */
export const margin = 16
/** Maximum number of steps in the sketch; more are too small to see. */
const mostSteps = 60

interface SketchEdge {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly failure: boolean
}

/**
 * The sketch of a workflow: the row of a box is the length of the longest path to it; boxes of one rank stand side by
 * side, in the order of the text. Start and ends are boxes too.
 */
export function sketchOf(definition: Pick<Definition, 'steps'>): Sketch {
  const steps = definition.steps.slice(0, mostSteps)
  const graph = decompile({ ...(definition as Definition), steps }, {})
  const { starts, ends } = terminalsOf(graph)
  const edges = [...starts, ...graph.edges, ...ends]
    .filter(({ back }) => !back)
    .map(({ id, source, target, kind }): SketchEdge => ({ id, from: source, to: target, failure: kind === 'failure' }))
  const forks = new Map(
    steps.flatMap((step) => (step.type === 'PARALLEL' ? [[step.name, branchGraph(step).branches] as const] : [])),
  )
  const found: Omit<SketchBox, 'x' | 'y'>[] = [
    ...(starts.length === 0 ? [] : [{ id: startId, name: '', type: 'start' as const }]),
    ...steps.map((step) => ({
      id: step.name,
      name: stepTitle(step),
      type: step.type,
      ...(step.compensate_function === undefined ? {} : { undo: step.compensate_function }),
    })),
    ...[...forks.values()].flat().map(({ id, name, step }) => ({ id, name, type: step.type })),
    ...ends.map(({ target }) => ({ id: target, name: '', type: 'end' as const })),
  ]
  return drawn(found, withBranches(edges, forks))
}

/** What follows a PARALLEL step follows all of its branches. */
function withBranches(
  edges: readonly SketchEdge[],
  forks: ReadonlyMap<string, readonly Branch[]>,
): readonly SketchEdge[] {
  const ways = [...forks].flatMap(([from, branches]) =>
    branches.map(({ id }): SketchEdge => ({ id: `fork:${id}`, from, to: id, failure: false })),
  )
  const joined = edges.flatMap((edge) => {
    const branches = edge.failure ? undefined : forks.get(edge.from)
    if (branches === undefined || branches.length === 0) return [edge]
    return branches.map(({ id }): SketchEdge => ({ ...edge, id: `${edge.id} ${id}`, from: id }))
  })
  return [...ways, ...joined]
}

function drawn(found: readonly Omit<SketchBox, 'x' | 'y'>[], edges: readonly SketchEdge[]): Sketch {
  const rank = new Map(found.map(({ id }) => [id, 0]))
  // The number of rounds is the maximum length of a path; the remaining edges have no cycle.
  for (let round = 0; round < found.length; round += 1) {
    let moved = false
    for (const { from, to } of edges) {
      const below = (rank.get(from) ?? 0) + 1
      if (below <= (rank.get(to) ?? 0)) continue
      rank.set(to, below)
      moved = true
    }
    if (!moved) break
  }
  const rows = Map.groupBy(found, ({ id }) => rank.get(id) ?? 0)
  const widest = Math.max(1, ...[...rows.values()].map((row) => row.length))
  const width = widest * (box.width + gap.x) - gap.x
  const boxes = [...rows].flatMap(([row, members]) => {
    const rowWidth = members.length * (box.width + gap.x) - gap.x
    return members.map(
      (one, column): SketchBox => ({
        ...one,
        x: (width - rowWidth) / 2 + column * (box.width + gap.x),
        y: row * (box.height + gap.y),
      }),
    )
  })
  const at = new Map(boxes.map((one) => [one.id, one]))
  const lines = edges.flatMap(({ id, from, to, failure }) => {
    const [a, b] = [at.get(from), at.get(to)]
    return a === undefined || b === undefined ? [] : [{ id, path: pathBetween(a, b), failure }]
  })
  return { width, height: Math.max(1, rows.size) * (box.height + gap.y) - gap.y, boxes, lines }
}

function pathBetween(a: SketchBox, b: SketchBox): string {
  const [x1, y1, x2, y2] = [a.x + box.width / 2, a.y + box.height, b.x + box.width / 2, b.y]
  const bend = gap.y / 2
  // The line goes around a step in between.
  const aside = b.y - y1 > gap.y && Math.abs(x1 - x2) < box.width ? around : 0
  return `M${x1} ${y1}C${x1 + aside} ${y1 + bend} ${x2 + aside} ${y2 - bend} ${x2} ${y2}`
}
