import { expect, it } from 'vitest'
import { farSteps, fittingZoom, nearSteps } from './far-steps.ts'

const size = { width: 800, height: 600 }
const at = (id: string, x: number, y: number) => ({ id, position: { x, y } })
const idsOf = (steps: readonly { readonly id: string }[]) => steps.map(({ id }) => id)

it('all steps are brought into view where they fit', () => {
  const steps = [at('A', 0, 0), at('B', 6_000, 3_000)]
  expect(nearSteps(steps, size)).toBe(steps)
  expect(farSteps(steps, size)).toEqual([])
  expect(nearSteps([], size)).toEqual([])
})

it('of two that lie a million pixels apart it is the first', () => {
  const steps = [at('A', 0, 0), at('B', 1e6, -1e6)]
  expect(idsOf(nearSteps(steps, size))).toEqual(['A'])
  expect(idsOf(farSteps(steps, size))).toEqual(['B'])
})

it('of several it is the most that lie together, wherever that is', () => {
  const steps = [at('A', 0, 0), at('B', 1e6, 1e6), at('C', 1e6 + 300, 1e6), at('D', -1e6, 0)]
  expect(idsOf(nearSteps(steps, size))).toEqual(['B', 'C'])
  expect(idsOf(farSteps(steps, size))).toEqual(['A', 'D'])
})

it('a picture that is only large is one, and nothing of it is far', () => {
  const column = Array.from({ length: 500 }, (_, index) => at(`S${index}`, 0, index * 120))
  expect(nearSteps(column, size)).toHaveLength(500)
  expect(farSteps(column, size)).toEqual([])
})

it('a canvas without room shows what it can', () => {
  expect(idsOf(nearSteps([at('A', 0, 0), at('B', 1e6, 0)], { width: 10, height: 10 }))).toEqual(['A'])
})

it('in a low canvas, as at 200 % zoom, no step of a usual workflow is far from the others', () => {
  const column = Array.from({ length: 6 }, (_, index) => at(`S${index}`, 0, index * 120))
  const low = { width: 640, height: 98 }
  expect(nearSteps(column, low)).toBe(column)
  expect(farSteps(column, low)).toEqual([])
  expect(farSteps([...column, at('Lost', 1e6, 0)], low)).toHaveLength(1)
})

it('a low canvas gives its height to the steps, not to the room around them', () => {
  const box = { x: 0, y: 0, width: 100, height: 100 }
  expect(fittingZoom(box, { width: 640, height: 400 })).toBeCloseTo(2.92)
  expect(fittingZoom(box, { width: 640, height: 132 })).toBe(1)
})
