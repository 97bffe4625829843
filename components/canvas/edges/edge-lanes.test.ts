import { expect, it } from 'vitest'
import { edgeLanes, type LaneNode } from './edge-lanes.ts'

const size = { width: 216, height: 56 }
const node = (id: string, x: number, y: number): LaneNode => ({ id, position: { x, y } })
const edge = (source: string, target: string, back = false) => ({ id: `${source}-${target}`, source, target, back })
const column = [node('A', 0, 0), node('B', 0, 100), node('C', 0, 200), node('D', 0, 300)]

it('needs no lane between neighbours', () => {
  expect(edgeLanes(column, [edge('A', 'B'), edge('B', 'C')], size).size).toBe(0)
})

it('leads past what stands between, on the nearer side, and bends in the gaps of the rows', () => {
  const lane = edgeLanes([...column.slice(0, 1), node('B', 40, 100), node('C', 0, 200)], [edge('A', 'C')], size).get(
    'A-C',
  )
  expect(lane).toEqual({ x: 26, top: 86, bottom: 170 })
})

it('goes straight down a long way and bends at its end alone', () => {
  const far = [node('A', 0, 0), node('C', 300, 400)]
  const lane = edgeLanes(far, [edge('A', 'C')], size).get('A-C')
  expect(lane).toEqual({ x: 108, top: 120, bottom: 336 })
})

it('takes the other side of a node where it crosses nothing there', () => {
  const rows = [node('A', 0, 0), node('B', 0, 112), node('C', 0, 224), node('L', -130, 336), node('R', 130, 336)]
  const edges = [edge('A', 'B'), edge('B', 'C'), edge('C', 'R'), edge('C', 'L'), edge('A', 'L'), edge('A', 'R')]
  const lanes = edgeLanes(rows, edges, size)
  expect(lanes.get('A-L')?.x).toBeLessThan(0)
  expect(lanes.get('A-R')?.x).toBeGreaterThan(216)
})

it('leaves the words of another edge free', () => {
  const rows = [node('A', 0, 0), node('B', 0, 112), node('C', 0, 224), node('L', -130, 336)]
  const edges = [edge('A', 'L'), edge('A', 'B'), edge('B', 'C')]
  const decided = (label?: string) =>
    edgeLanes(rows, [...edges, { ...edge('C', 'L'), label }], size).get('A-L')?.x ?? Number.NaN
  expect(decided('state.approved == true')).toBeLessThan(decided())
})

it('leads a failure past its own node, and never through one beside it', () => {
  const rows = [node('A', 0, 0), node('B', 240, 0), node('C', -40, 112), node('D', 480, 112)]
  for (const target of ['C', 'D']) {
    const lane = edgeLanes(rows, [{ ...edge('A', target), side: true }], size).get(`A-${target}`)
    expect(lane?.x).toBe(228)
    expect(lane?.bottom).toBeGreaterThan(56)
  }
})

it('goes up again on the right of everything, two of them side by side', () => {
  const rows = [node('A', 0, 0), node('B', 200, 112), node('C', 0, 224), node('D', 0, 336)]
  const lanes = edgeLanes(rows, [edge('C', 'A', true), edge('D', 'A', true)], size)
  expect(lanes.get('C-A')?.x).toBe(430)
  expect(lanes.get('D-A')?.x).toBe(442)
})

it('gives many long edges lanes as well, without counting what they cross', () => {
  const rows = Array.from({ length: 130 }, (_, index) => node(`S${index}`, 0, index * 112))
  const edges = rows.slice(2).map(({ id }, index) => edge(`S${index}`, id))
  expect(edgeLanes(rows, edges, size).size).toBe(128)
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
  expect(lane).toEqual({ x: 230, top: 86, bottom: 514 })
})
