import { expect, it } from 'vitest'
import { align, distribute } from './arrange.ts'

const nodes = [
  { id: 'A', position: { x: 0, y: 0 } },
  { id: 'B', position: { x: 300, y: 40 } },
  { id: 'C', position: { x: 90, y: 500 } },
]

it('aligned in a column, steps stand where the topmost does, and apart', () => {
  expect(align(nodes, 'column')).toEqual({ A: { x: 0, y: 0 }, B: { x: 0, y: 72 }, C: { x: 0, y: 500 } })
})

it('aligned in a row, steps stand where the leftmost does, and apart', () => {
  expect(align(nodes, 'row')).toEqual({ A: { x: 0, y: 0 }, C: { x: 232, y: 0 }, B: { x: 464, y: 0 } })
})

it('distributed, neighbours have the same space between them', () => {
  expect(distribute(nodes, 'column')).toEqual({ A: { x: 0, y: 0 }, B: { x: 300, y: 250 }, C: { x: 90, y: 500 } })
  expect(distribute(nodes, 'row')).toEqual({ A: { x: 0, y: 0 }, C: { x: 232, y: 500 }, B: { x: 464, y: 40 } })
})

it('steps at the same place keep an order, and nothing comes of nothing', () => {
  const twins = [
    { id: 'B', position: { x: 5, y: 5 } },
    { id: 'A', position: { x: 5, y: 5 } },
    { id: 'A', position: { x: 5, y: 5 } },
  ]
  expect(Object.keys(align(twins, 'row'))).toEqual(['A', 'B'])
  expect(align([], 'row')).toEqual({})
  expect(distribute([], 'column')).toEqual({})
})
