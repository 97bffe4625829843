import { expect, it } from 'vitest'
import { edgePath, pointAlong } from '#components/canvas/edges/edge-path.ts'
import { labelSize } from '#components/canvas/edges/label-size.ts'
import { levelRoutes } from '#components/canvas/edges/level-routes.ts'
import { lineCrossings, linePasses } from '#components/canvas/edges/line-crossings.ts'
import { nodeSize } from '#components/canvas/measures.ts'
import { parse } from '#core/definition/parse.ts'
import { decompile } from '#core/graph/decompile.ts'
import { layeredLayout } from './layered-layout.ts'
import { layoutRequest } from './placement.ts'

/*
 * The examples as they are drawn once they are arranged: layout, lanes and labels together.
 */

const texts = import.meta.glob<string>('/examples/workflows/*.yaml', { query: '?raw', import: 'default', eager: true })

/** A text that holds several workflows is imported, not drawn. */
const graphsOf = (text: string) =>
  text.split(/^---$/m).flatMap((text) => {
    const { definition } = parse(text)
    return definition === null ? [] : [decompile(definition, {})]
  })

function draw(graph: ReturnType<typeof decompile>) {
  const places = layeredLayout(layoutRequest(graph))
  const nodes = graph.nodes.map((node) => {
    const position = places[node.id] ?? node.position
    return { node, position, frame: null, depth: 0, owner: null }
  })
  const edges = graph.edges.map((edge) => ({ ...edge, side: edge.kind === 'failure' }))
  const routes = levelRoutes(nodes, edges)
  const drawn = edges.map(({ id, source, target, back, side, label }) => {
    const [from, to] = [places[source] ?? { x: 0, y: 0 }, places[target] ?? { x: 0, y: 0 }]
    const start = side
      ? { x: from.x + nodeSize.width, y: from.y + nodeSize.height / 2 }
      : { x: from.x + nodeSize.width / 2, y: from.y + nodeSize.height }
    const end = { x: to.x + nodeSize.width / 2, y: to.y }
    const path = edgePath(start, end, { back, side, ...routes.get(id) })
    const line = path.curves.flatMap((curve) => [0, 0.2, 0.4, 0.6, 0.8, 1].map((at) => pointAlong([curve], at)))
    const { width, height } = labelSize(label ?? '')
    const words = label !== undefined && {
      left: path.label.x - width / 2,
      right: path.label.x + width / 2,
      top: path.label.y - height / 2,
      bottom: path.label.y + height / 2,
    }
    return { source, target, back, line, words }
  })
  const cards = nodes.map(({ node, position: { x, y } }) => {
    return { id: node.id, left: x, right: x + nodeSize.width, top: y, bottom: y + nodeSize.height }
  })
  return { cards, drawn }
}

it.each(Object.entries(texts))('%s is drawn without a crossing, and its words stand free', (_, text) => {
  for (const graph of graphsOf(text)) {
    const { cards, drawn } = draw(graph)
    const down = drawn.filter(({ back }) => !back)
    for (const [index, edge] of down.entries()) {
      for (const other of down.slice(index + 1)) expect(lineCrossings(edge.line, other.line)).toBe(0)
      const passed = cards.filter(({ id }) => id !== edge.source && id !== edge.target)
      expect(passed.filter((card) => linePasses(edge.line, card))).toEqual([])
      const { words } = edge
      if (!words) continue
      expect(down.filter((other) => other !== edge && linePasses(other.line, words))).toEqual([])
      expect(
        cards.filter(
          ({ left, right, top, bottom }) =>
            left < words.right && words.left < right && top < words.bottom && words.top < bottom,
        ),
      ).toEqual([])
    }
  }
})
