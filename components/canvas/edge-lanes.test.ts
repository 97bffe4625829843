import { expect, it } from 'vitest'
import { edgeLanes, type LaneNode } from './edge-lanes.ts'

const size = { width: 216, height: 56 }
const node = (id: string, x: number, y: number): LaneNode => ({ id, position: { x, y } })
const edge = (source: string, target: string, back = false) => ({ id: `${source}-${target}`, source, target, back })
const column = [node('A', 0, 0), node('B', 0, 100), node('C', 0, 200), node('D', 0, 300)]

it('needs no lane between neighbours', () => {
  expect(edgeLanes(column, [edge('A', 'B'), edge('B', 'C')], size).size).toBe(0)
})

it('leads past what stands between, on the nearer side', () => {
  const lane = edgeLanes([...column.slice(0, 1), node('B', 40, 100), node('C', 0, 200)], [edge('A', 'C')], size).get(
    'A-C',
  )
  expect(lane?.x).toBe(26)
  expect(lane?.top).toBe(86)
  expect(lane?.bottom).toBe(170)
})

it('lays two edges in one column side by side', () => {
  const lanes = edgeLanes(column, [edge('A', 'C'), edge('A', 'D')], size)
  const [first, second] = [lanes.get('A-C')?.x ?? 0, lanes.get('A-D')?.x ?? 0]
  expect(Math.abs(first - second)).toBeGreaterThanOrEqual(12)
})

it('leaves edges alone that pass beside everything, lead back, or lead nowhere', () => {
  const beside = [node('A', 0, 0), node('B', 900, 100), node('C', 0, 200)]
  expect(edgeLanes(beside, [edge('A', 'C'), edge('C', 'A', true), edge('A', 'X')], size).size).toBe(0)
})

it('leads past a node that is larger than the others', () => {
  const frame = { ...node('B', -40, 100), width: 256, height: 400 }
  const lane = edgeLanes([node('A', 0, 0), frame, node('C', 0, 560)], [edge('A', 'C')], size).get('A-C')
  expect(lane?.x).toBe(230)
  expect(lane?.bottom).toBe(514)
})
