import { expect, it } from 'vitest'
import { type Line, lineCrossings, linePasses } from './line-crossings.ts'

const line = (...points: [number, number][]): Line => points.map(([x, y]) => ({ x, y }))

it('counts how often two lines change sides', () => {
  expect(lineCrossings(line([0, 0], [100, 100]), line([100, 0], [0, 100]))).toBe(1)
  expect(lineCrossings(line([0, 0], [100, 50], [0, 100]), line([50, 0], [50, 100]))).toBe(2)
  expect(lineCrossings(line([0, 0], [0, 100]), line([50, 0], [50, 100]))).toBe(0)
})

it('takes beginning or ending together for no crossing', () => {
  expect(lineCrossings(line([50, 0], [0, 100]), line([50, 0], [100, 100]))).toBe(0)
  expect(lineCrossings(line([0, 0], [50, 100]), line([100, 20], [50, 100]))).toBe(0)
})

it('knows a level part of a line, and one above the other', () => {
  expect(lineCrossings(line([0, 0], [0, 50], [100, 50], [100, 100]), line([50, 0], [50, 100]))).toBe(1)
  expect(lineCrossings(line([0, 0], [100, 10]), line([100, 50], [0, 100]))).toBe(0)
})

it('knows whether a line leads through a box', () => {
  const box = { left: 40, right: 60, top: 40, bottom: 60 }
  expect(linePasses(line([0, 0], [100, 100]), box)).toBe(true)
  expect(linePasses(line([0, 0], [0, 100]), box)).toBe(false)
  expect(linePasses(line([50, 0], [50, 30]), box)).toBe(false)
  expect(linePasses(line([50, 70], [50, 80]), box)).toBe(false)
})
