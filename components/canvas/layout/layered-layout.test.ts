import { expect, test } from 'vitest'
import { layeredLayout } from './layered-layout.ts'
import type { LayoutRequest } from './layout-request.ts'

const size = { width: 216, height: 56 }
const request = (ids: string[], edges: [string, string, boolean?][]): LayoutRequest => ({
  nodes: ids.map((id) => ({ id, ...size })),
  edges: edges.map(([source, target, back]) => ({ source, target, back: back ?? false })),
})

test('a chain runs straight down', () => {
  const positions = layeredLayout(
    request(
      ['A', 'B', 'C'],
      [
        ['A', 'B'],
        ['B', 'C'],
      ],
    ),
  )
  expect(positions.A?.x).toBe(positions.C?.x)
  expect(positions.B?.y).toBeGreaterThan(positions.A?.y ?? 0)
  expect(positions.C?.y).toBeGreaterThan(positions.B?.y ?? 0)
})

test('branches lie side by side without touching', () => {
  const positions = layeredLayout(
    request(
      ['A', 'B', 'C'],
      [
        ['A', 'B'],
        ['A', 'C'],
      ],
    ),
  )
  const distance = Math.abs((positions.B?.x ?? 0) - (positions.C?.x ?? 0))
  expect(distance).toBeGreaterThanOrEqual(size.width + 24)
})

test('a back edge does not change the picture', () => {
  const forward: [string, string][] = [
    ['A', 'B'],
    ['B', 'C'],
  ]
  expect(layeredLayout(request(['A', 'B', 'C'], [...forward, ['C', 'A', true]]))).toEqual(
    layeredLayout(request(['A', 'B', 'C'], forward)),
  )
})

test('the order of the edges does not matter', () => {
  const edges: [string, string][] = [
    ['A', 'B'],
    ['A', 'C'],
    ['A', 'D'],
  ]
  const nodes = ['A', 'B', 'C', 'D']
  expect(layeredLayout(request(nodes, edges))).toEqual(layeredLayout(request(nodes, [...edges].reverse())))
})

test('an edge to a step that is not there is ignored', () => {
  expect(
    layeredLayout(
      request(
        ['A'],
        [
          ['A', 'nowhere'],
          ['A', 'A'],
        ],
      ),
    ),
  ).toEqual({ A: { x: 0, y: 0 } })
})
