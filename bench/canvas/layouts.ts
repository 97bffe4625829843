import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { lineCrossings, linePasses } from '#components/canvas/edges/line-crossings.ts'
import type { Direction } from '#components/canvas/layout/direction.ts'
import { groupedLayout } from '#components/canvas/layout/grouped-layout.ts'
import type { LayoutPositions, LayoutRequest } from '#components/canvas/layout/layout-request.ts'
import { layoutRequest } from '#components/canvas/layout/placement.ts'
import { drawGraph } from '#components/canvas/testing/draw-graph.ts'
import { parse } from '#core/definition/parse.ts'
import { decompile } from '#core/graph/decompile.ts'
import type { Graph } from '#core/graph/graph.ts'
import { benchDraft } from './draft.ts'
import { elkLayout } from './elk-layout.ts'

/**
 * `npm run bench:layouts [-- --elk FOLDER]`: figures of the layout over all templates and over made drafts, in both
 * directions. FOLDER is an installation of elkjs (`npm install elkjs` in a folder of its own), whose layout is measured
 * beside Heddle's. Crossings, bends and covered steps are those of the drawn edges, with lanes and labels.
 */
const { values: flags } = parseArgs({
  options: { elk: { type: 'string' }, sizes: { type: 'string', default: '30,200,1000' } },
})

type Layout = (request: LayoutRequest) => Promise<LayoutPositions>
const layouts: Readonly<Record<string, Layout>> = {
  dagre: async (request) => groupedLayout(request),
  ...(flags.elk === undefined ? {} : { elk: await elkLayout(flags.elk) }),
}

interface Figures {
  crossings: number
  bends: number
  covered: number
  /** Area of the drawings, in millions of pixels. */
  area: number
  /** Share of the steps that keep their place, and that keep it or their column, after a step is inserted on an edge. */
  place: number
  column: number
  ms: number
}

const templates = readdirSync(join(import.meta.dirname, '../../examples/workflows'))
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) => readFileSync(join(import.meta.dirname, '../../examples/workflows', file), 'utf8').split(/^---$/m))
  .flatMap(graphOf)

function graphOf(text: string): readonly Graph[] {
  const { definition } = parse(text)
  return definition === null ? [] : [decompile(definition, {})]
}

async function measure(graphs: readonly Graph[], layout: Layout, direction: Direction): Promise<Figures> {
  const sum = { crossings: 0, bends: 0, covered: 0, area: 0, kept: 0, column: 0, steps: 0, ms: 0 }
  for (const graph of graphs) {
    const request = layoutRequest(graph, direction)
    const startedAt = performance.now()
    const places = await layout(request)
    sum.ms += performance.now() - startedAt
    const { boxes, lines } = drawGraph(graph, places, direction)
    const forth = lines.filter(({ back }) => !back)
    for (const [index, edge] of forth.entries()) {
      for (const other of forth.slice(index + 1)) sum.crossings += lineCrossings(edge.line, other.line)
      sum.bends += edge.path.curves.filter(([from, , , to]) => Math.abs(from.x - to.x) > 1).length
      sum.covered += boxes.filter(
        ({ id, ...box }) => id !== edge.source && id !== edge.target && linePasses(edge.line, box),
      ).length
    }
    const width = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left))
    const height = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top))
    sum.area += (width * height) / 1e6
    for (const edited of editsOf(request)) {
      const after = await layout({ ...edited, before: places })
      for (const { id } of graph.nodes) {
        const [was, is] = [places[id], after[id]]
        if (was === undefined || is === undefined) continue
        sum.steps += 1
        const across = direction === 'right' ? 'y' : 'x'
        if (Math.abs(was.x - is.x) < 1 && Math.abs(was.y - is.y) < 1) sum.kept += 1
        if (Math.abs(was[across] - is[across]) < 1) sum.column += 1
      }
    }
  }
  const { crossings, bends, covered, area, ms } = sum
  return { crossings, bends, covered, area, ms, place: sum.kept / sum.steps, column: sum.column / sum.steps }
}

const mostEdits = 10

/** The request with a step inserted on one of its edges, for some edges spread over it. */
function editsOf(request: LayoutRequest): readonly LayoutRequest[] {
  const forward = request.edges.filter(({ back }) => !back)
  const every = Math.max(1, Math.floor(forward.length / mostEdits))
  return forward
    .filter((_, index) => index % every === 0)
    .slice(0, request.nodes.length > 400 ? 1 : mostEdits)
    .map((edge) => ({
      ...request,
      nodes: [...request.nodes, { id: 'New', width: 216, height: 56 }],
      edges: request.edges.flatMap((other) =>
        other === edge
          ? [
              { ...edge, target: 'New' },
              { source: 'New', target: edge.target, back: false },
            ]
          : [other],
      ),
    }))
}

const sizes = flags.sizes.split(',').map(Number)
const sets: readonly (readonly [string, readonly Graph[]])[] = [
  [`${templates.length} templates`, templates],
  ...sizes.map((size) => [`${size} steps`, graphOf(benchDraft(size, { layout: false }).text)] as const),
]
const rows: string[][] = [
  ['', 'direction', 'layout', 'crossings', 'bends', 'covered', 'area Mpx', 'same place', 'same column', 'ms'],
]
for (const [name, graphs] of sets) {
  for (const direction of ['down', 'right'] as const) {
    for (const [engine, layout] of Object.entries(layouts)) {
      const figures = await measure(graphs, layout, direction)
      const share = (value: number) => `${Math.round(value * 100)} %`
      rows.push([
        name,
        direction,
        engine,
        `${figures.crossings}`,
        `${figures.bends}`,
        `${figures.covered}`,
        figures.area.toFixed(1),
        share(figures.place),
        share(figures.column),
        figures.ms.toFixed(0),
      ])
      console.error(rows.at(-1)?.join('  '))
    }
  }
}
const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
console.log(
  rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n'),
)
