import { expect, test } from 'vitest'
import { type WalkGraph, walk } from './walk.ts'

const graph: WalkGraph = {
  nodes: [
    { id: 'start', position: { x: 200, y: 0 } },
    { id: 'left', position: { x: 0, y: 100 } },
    { id: 'middle', position: { x: 200, y: 100 } },
    { id: 'right', position: { x: 400, y: 100 } },
    { id: 'island', position: { x: 200, y: 300 } },
  ],
  edges: [
    { source: 'start', target: 'left' },
    { source: 'start', target: 'middle' },
    { source: 'start', target: 'right' },
  ],
}

test.each([
  ['start', 'down', 'middle'],
  ['right', 'up', 'start'],
  ['left', 'right', 'middle'],
  ['right', 'left', 'middle'],
  ['middle', 'down', 'island'],
  ['island', 'up', 'middle'],
  ['left', 'left', null],
  ['start', 'up', null],
  ['nobody', 'down', 'start'],
] as const)('from %s, %s leads to %s', (from, direction, to) => {
  expect(walk(graph, from, direction)).toBe(to)
})

test('an empty canvas leads nowhere', () => {
  expect(walk({ nodes: [], edges: [] }, 'start', 'down')).toBeNull()
})
