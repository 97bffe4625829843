import { expect, test } from 'vitest'
import { nodeSize } from '#components/canvas/measures.ts'
import { parse } from '#core/definition/parse.ts'
import { decompile } from '#core/graph/decompile.ts'
import { layeredLayout } from './layered-layout.ts'
import type { LayoutPositions, LayoutRequest } from './layout-request.ts'
import { layoutRequest } from './placement.ts'

const texts = import.meta.glob<string>('/examples/workflows/*.yaml', { query: '?raw', import: 'default', eager: true })

const pictures = Object.values(texts)
  .flatMap((text) => text.split(/^---$/m))
  .flatMap((text) => {
    const { definition } = parse(text)
    return definition === null ? [] : [layoutRequest(decompile(definition, {}))]
  })

/** The same with a step more: on each of its edges, and behind each of its steps. */
function grown({ nodes, edges }: LayoutRequest): readonly LayoutRequest[] {
  const all = [...nodes, { id: 'New', ...nodeSize }]
  const onEdges = edges
    .filter(({ back }) => !back)
    .map((edge) => ({
      nodes: all,
      edges: edges.flatMap((other) =>
        other === edge
          ? [
              { ...edge, target: 'New' },
              { source: 'New', target: edge.target, back: false },
            ]
          : [other],
      ),
    }))
  const behind = nodes.map(({ id }) => ({ nodes: all, edges: [...edges, { source: id, target: 'New', back: false }] }))
  return [...onEdges, ...behind]
}

/** Of the pairs of steps that stand in one row afterwards, how many do so in the order that they had. */
function keptPairs(before: LayoutPositions, after: LayoutPositions): { kept: number; pairs: number } {
  const ids = Object.keys(before)
  const at = (places: LayoutPositions, id: string) => places[id] as { x: number; y: number }
  const inRow = ids.flatMap((one, index) =>
    ids.slice(index + 1).flatMap((other) => (at(after, one).y === at(after, other).y ? [[one, other] as const] : [])),
  )
  const order = (places: LayoutPositions, [one, other]: readonly [string, string]) =>
    Math.sign(at(places, one).x - at(places, other).x)
  const kept = inRow.filter((pair) => order(before, pair) === order(after, pair) || order(before, pair) === 0).length
  return { kept, pairs: inRow.length }
}

/** On all examples: which share of pairs keeps its order, which of the steps its column, and which its very place. */
function shares(arrange: (request: LayoutRequest, before: LayoutPositions) => LayoutPositions) {
  const counts = { pairs: 0, order: 0, steps: 0, column: 0, place: 0 }
  for (const request of pictures) {
    const before = layeredLayout(request)
    for (const more of grown(request)) {
      const after = arrange(more, before)
      const { kept, pairs } = keptPairs(before, after)
      counts.order += kept
      counts.pairs += pairs
      for (const [id, { x, y }] of Object.entries(before)) {
        counts.steps += 1
        if (after[id]?.x === x) counts.column += 1
        if (after[id]?.x === x && after[id]?.y === y) counts.place += 1
      }
    }
  }
  const { pairs, steps, order, column, place } = counts
  return { order: order / pairs, column: column / steps, place: place / steps, pairs, steps }
}

test('an arranged picture with one step more keeps the order of each row, most columns and most places', () => {
  const anew = shares((more) => layeredLayout(more))
  const again = shares((more, before) => layeredLayout({ ...more, before }))
  expect(again.order).toBe(1)
  expect(again.column).toBeGreaterThan(0.7)
  expect(again.place).toBeGreaterThan(0.6)
  // Without the places from before, many more leave theirs.
  expect(anew.place).toBeLessThan(again.place / 1.3)
})

test('an arranged picture that is arranged again stays as it is, wherever it stands', () => {
  for (const request of pictures) {
    const arranged = Object.entries(layeredLayout(request))
    const before = Object.fromEntries(arranged.map(([id, { x, y }]) => [id, { x: x + 40, y: y - 8 }]))
    expect(layeredLayout({ ...request, before })).toEqual(before)
  }
})

test('what stood side by side stays so where that costs no crossing', () => {
  const request = {
    nodes: ['A', 'B', 'C', 'D'].map((id) => ({ id, ...nodeSize })),
    edges: [
      { source: 'A', target: 'B', back: false },
      { source: 'A', target: 'C', back: false },
      { source: 'A', target: 'D', back: false },
    ],
  }
  const before = { B: { x: 500, y: 9 }, C: { x: 0, y: 9 }, D: { x: 250, y: 9 } }
  const { B, C, D } = layeredLayout({ ...request, before })
  expect([C, D, B].map((at) => at?.x)).toEqual([C, D, B].map((at) => at?.x ?? 0).toSorted((a, b) => a - b))
})
