import { expect, it } from 'vitest'
import { type Box, viewportFor } from './viewport.ts'

const card = (id: string, y: number): Box => ({ id, position: { x: 0, y }, width: 200, height: 50 })
const frame = (id: string, y: number, height: number): Box => ({ id, position: { x: -50, y }, width: 300, height })
const middle = (nodes: Box[], opened: string | null) => viewportFor(nodes, opened, 800, 400)

it('a small drawing is shown whole, in the middle, and no larger than life-size', () => {
  expect(middle([card('A', 0), card('B', 100)], null)).toEqual({ x: 300, y: 125, zoom: 1 })
})

it('a larger one is shown whole as long as it can be read', () => {
  const { zoom, y } = middle([card('A', 0), card('B', 400)], 'A')
  expect(zoom).toBeCloseTo(0.68, 2)
  expect(y).toBeGreaterThan(0)
})

it('beyond that, what was opened is shown: in the middle, or from its head on', () => {
  const { zoom, y } = middle([card('A', 0), frame('F', 1_000, 300), card('B', 4_000)], 'F')
  expect(zoom).toBe(0.8)
  expect(1_150 * zoom + y).toBeCloseTo(200)
  const tall = middle([card('A', 0), frame('F', 1_000, 2_000)], 'F')
  expect(1_000 * tall.zoom + tall.y).toBeCloseTo(20)
})

it('a huge drawing of which nothing was opened is shown from afar', () => {
  expect(middle([card('A', 0), card('B', 1_000_000)], null).zoom).toBe(0.1)
})
