import { expect, it } from 'vitest'
import { type ViewNode, viewportFor } from './viewport-for.ts'

const pane = { width: 800, height: 400 }
const card = (id: string, x: number, y: number): ViewNode => ({ id, position: { x, y }, width: 200, height: 50 })
/** The box of a node on the screen. */
const seen = (node: ViewNode, { x, y, zoom }: ReturnType<typeof viewportFor>) => ({
  left: node.position.x * zoom + x,
  right: (node.position.x + 200) * zoom + x,
  top: node.position.y * zoom + y,
  bottom: (node.position.y + 50) * zoom + y,
})

it('a small drawing is shown whole, in the middle, and no larger than life-size', () => {
  const view = viewportFor([card('A', 0, 0), card('B', 0, 100)], [], pane)
  expect(view.zoom).toBe(1)
  expect(seen(card('A', 0, 0), view).left).toBe(296)
  expect(viewportFor([], ['A'], pane)).toEqual({ x: 0, y: 0, zoom: 1 })
})

it('a larger one is shown whole as long as it can be read', () => {
  const { zoom } = viewportFor([card('A', 0, 0), card('B', 0, 340)], ['B'], pane)
  expect(zoom).toBeCloseTo(292 / 390, 5)
})

const long = Array.from({ length: 30 }, (_, index) => card(`S${index}`, 0, index * 112))

it('of a drawing that is too large, what matters is in the middle; without that, the beginning', () => {
  const view = viewportFor(long, ['S15'], pane)
  expect(view.zoom).toBe(0.8)
  const { top, bottom } = seen(long[15] as ViewNode, view)
  expect((top + bottom) / 2).toBeCloseTo(44 + 292 / 2)
  expect(seen(long[0] as ViewNode, viewportFor(long, [], pane)).top).toBe(44)
  expect(seen(long[29] as ViewNode, viewportFor(long, ['S29'], pane)).bottom).toBeCloseTo(400 - 64)
})

it('several that matter are shown together where they can be read, else the weightiest', () => {
  const both = viewportFor(long, ['S3', 'S5'], pane)
  expect(both.zoom).toBeGreaterThanOrEqual(0.7)
  expect(seen(long[3] as ViewNode, both).top).toBeGreaterThanOrEqual(44)
  expect(seen(long[5] as ViewNode, both).bottom).toBeLessThanOrEqual(336)
  const one = viewportFor(long, ['S3', 'S25'], pane)
  expect(seen(long[3] as ViewNode, one).top).toBeGreaterThanOrEqual(44)
  expect(seen(long[25] as ViewNode, one).top).toBeGreaterThan(400)
})

it('a frame larger than the pane is shown from its head on', () => {
  const frame: ViewNode = { id: 'F', position: { x: 0, y: 1_000 }, width: 300, height: 2_000 }
  const view = viewportFor([card('A', 0, 0), frame, card('B', 0, 4_000)], ['F'], pane)
  expect(view.zoom).toBe(0.7)
  expect(1_000 * view.zoom + view.y).toBe(44)
})
