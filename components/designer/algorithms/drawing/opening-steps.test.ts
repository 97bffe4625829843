import { expect, it } from 'vitest'
import { openingSteps } from './opening-steps.ts'

const size = { width: 900, height: 600 }
const column = (count: number, x = 0, by = 112) =>
  Array.from({ length: count }, (_, index) => ({ id: `${x} ${index}`, position: { x, y: index * by } }))

it('shows all of a workflow that can be read', () => {
  const few = column(8)
  expect(openingSteps(few, size)).toBe(few)
  expect(openingSteps([], size)).toEqual([])
})

it('begins a long one at its top, wherever that stands in the text', () => {
  const long = column(60).toReversed()
  const shown = openingSteps(long, size).map(({ id }) => id)
  expect(shown[0]).toBe('0 0')
  expect(shown.length).toBeGreaterThan(5)
  expect(shown.length).toBeLessThan(10)
  expect(openingSteps(long, { width: 390, height: 500 })).toHaveLength(6)
})

it('shows one that is long and broad as a whole', () => {
  const broad = [0, 600, 1_200, 1_800].flatMap((x) => column(30, x))
  expect(openingSteps(broad, size)).toBe(broad)
})
