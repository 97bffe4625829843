import { expect, test } from 'vitest'
import { composeDrawing, framePadding, type Level, mostLevels } from './compose-drawing.ts'

const column = (...ids: string[]): Level<{ id: string }, string> => ({
  nodes: ids.map((id, index) => ({ node: { id }, position: { x: 50, y: 30 + index * 112 } })),
  edges: ids.slice(1).map((id) => `to ${id}`),
})

test('an open node is a frame around what is inside, and those below make room', () => {
  const drawing = composeDrawing(column('A', 'Loop', 'B'), new Map([['Loop', column('P', 'Q')]]))
  expect(drawing.edges).toEqual(['to Loop', 'to B', 'to Q'])
  const at = new Map(drawing.nodes.map((drawn) => [drawn.node.id, drawn]))
  const frame = at.get('Loop')?.frame
  expect(frame).toEqual({ width: 216 + 40, height: 112 + 56 + framePadding.top + framePadding.bottom })
  expect(at.get('Loop')?.position).toEqual({ x: 30, y: 142 })
  expect(at.get('P')).toMatchObject({ position: { x: 50, y: 142 + framePadding.top }, depth: 1, owner: 'Loop' })
  expect(at.get('A')?.position).toEqual({ x: 50, y: 30 })
  expect(at.get('B')?.position).toEqual({ x: 50, y: 254 + (frame?.height ?? 0) - 56 })
})

test('frames stand in frames, up to a depth', () => {
  const inside = new Map([0, 1, 2, 3, 4].map((depth) => [`L${depth}`, column(`L${depth + 1}`)]))
  const { nodes } = composeDrawing(column('L0'), inside)
  expect(nodes.map(({ node, owner }) => [node.id, owner])).toEqual([
    ['L0', null],
    ['L1', 'L0'],
    ['L2', 'L1'],
    ['L3', 'L2'],
  ])
  expect(nodes.filter(({ frame }) => frame !== null)).toHaveLength(mostLevels)
})

test('an empty body has room for the words that say so', () => {
  const [frame] = composeDrawing(column('Loop'), new Map([['Loop', column()]])).nodes
  expect(frame?.frame?.height).toBe(56 + framePadding.top + framePadding.bottom)
})
