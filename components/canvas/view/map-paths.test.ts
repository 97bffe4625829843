import { expect, test } from 'vitest'
import { boundsOf, holds, mapPaths, viewBoxOf } from './map-paths.ts'

const nodes = [
  { position: { x: 0, y: 0 }, colour: 'red' },
  { position: { x: 0, y: 100 }, colour: 'red' },
  { position: { x: -20, y: 200 }, width: 300, height: 200, colour: 'grey' },
]

test('nodes of one colour are one path, the frames first', () => {
  expect(mapPaths(nodes, ({ colour }) => colour)).toEqual([
    ['grey', 'M-20 200h300v200h-300z'],
    ['red', 'M0 0h216v56h-216zM0 100h216v56h-216z'],
  ])
})

test('the map holds the steps and what is in view, in its own proportions', () => {
  expect(boundsOf([])).toBeNull()
  const steps = boundsOf(nodes)
  expect(steps).toEqual({ x: -20, y: 0, width: 300, height: 400 })
  if (steps === null) return
  const box = viewBoxOf(steps, { x: 0, y: -100, width: 100, height: 100 }, { width: 140, height: 70 })
  expect(box.width / box.height).toBeCloseTo(2)
  expect(box.height).toBeCloseTo(550)
  expect(box.x + box.width / 2).toBeCloseTo(130)
})

test('a box holds another up to its edges', () => {
  const view = { x: 0, y: 0, width: 100, height: 50 }
  expect(holds(view, view)).toBe(true)
  expect(holds(view, { x: 10, y: 10, width: 10, height: 10 })).toBe(true)
  for (const side of [{ x: -1 }, { y: -1 }, { width: 101 }, { height: 51 }]) {
    expect(holds(view, { ...view, ...side })).toBe(false)
  }
})
