import { expect, test } from 'vitest'
import { layeredLayout } from './layered-layout.ts'
import type { LayoutRequest } from './layout-request.ts'
import { positionNewNodes } from './position-new-nodes.ts'

const size = { width: 216, height: 56 }
const request = (ids: string[], edges: [string, string][]): LayoutRequest => ({
  nodes: ids.map((id) => ({ id, ...size })),
  edges: edges.map(([source, target]) => ({ source, target, back: false })),
})
const chain = request(
  ['A', 'B', 'C'],
  [
    ['A', 'B'],
    ['B', 'C'],
  ],
)

test('without any placed node everything is laid out in layers', () => {
  const layered = layeredLayout(chain)
  expect(positionNewNodes(chain, {}, layered)).toBe(layered)
})

test('a new node takes its place under a neighbour that a person moved', () => {
  const layered = layeredLayout(chain)
  const placed = { A: { x: 500, y: 300 }, B: { x: 900, y: 800 } }
  const rank = (layered.C?.y ?? 0) - (layered.B?.y ?? 0)
  expect(positionNewNodes(chain, placed, layered)).toEqual({ C: { x: 900, y: 800 + rank } })
})

test('a place that is taken is avoided', () => {
  const layered = layeredLayout(chain)
  const rank = (layered.C?.y ?? 0) - (layered.B?.y ?? 0)
  const placed = { A: { x: 0, y: rank * 2 }, B: { x: 0, y: rank } }
  expect(positionNewNodes(chain, placed, layered).C?.y).toBe(rank * 2 + size.height + 20)
})

test('a node without neighbours is put beside the others, covering none', () => {
  const lonely = request(['A', 'B'], [])
  const result = positionNewNodes(lonely, { A: { x: 0, y: 0 } }, { A: { x: 0, y: 0 }, B: { x: 0, y: 0 } })
  expect(result.B).toEqual({ x: 0, y: 76 })
})

test('a chain of new nodes hangs together', () => {
  const layered = layeredLayout(chain)
  const result = positionNewNodes(chain, { A: { x: 40, y: 40 } }, layered)
  expect(result.B?.y).toBeLessThan(result.C?.y ?? 0)
  expect(result.C?.x).toBe(40)
})
