import { expect, test } from 'vitest'
import { layeredLayout } from './layered-layout.ts'
import { rankedLayout } from './ranked-layout.ts'

const node = (id: string) => ({ id, width: 200, height: 50 })
const edge = (source: string, target: string, back = false) => ({ source, target, back })

test('each step stands below the last one that leads to it, beside others of its row', () => {
  const positions = rankedLayout({
    nodes: ['A', 'B', 'C', 'D'].map(node),
    edges: [
      edge('A', 'B'),
      edge('A', 'C'),
      edge('C', 'D'),
      edge('A', 'D'),
      edge('D', 'A', true),
      edge('B', 'B'),
      edge('A', 'X'),
    ],
  })
  expect(positions).toEqual({ A: { x: 0, y: 0 }, B: { x: 0, y: 106 }, C: { x: 224, y: 106 }, D: { x: 0, y: 212 } })
})

test('steps in a circle that nobody called a way back have a place too', () => {
  expect(Object.keys(rankedLayout({ nodes: ['A', 'B'].map(node), edges: [edge('A', 'B'), edge('B', 'A')] }))).toEqual([
    'A',
    'B',
  ])
})

test('a chain too long for the layered layout is arranged nevertheless', () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `S${index}`)
  const edges = names.slice(1).map((name, index) => edge(names[index] ?? '', name))
  const positions = layeredLayout({ nodes: names.map(node), edges })
  expect(new Set(Object.values(positions).map(({ y }) => y)).size).toBe(20_000)
})
