import { expect, it } from 'vitest'
import { type Box, boundsOf } from '#components/canvas/view/map-paths.ts'
import { fittingZoom } from './far-steps.ts'
import { openingSteps } from './opening-steps.ts'

const size = { width: 900, height: 600 }
const column = (count: number, x = 0, by = 112) =>
  Array.from({ length: count }, (_, index) => ({ id: `${x} ${index}`, position: { x, y: index * by } }))

it('shows all of a workflow that can be read', () => {
  const few = column(6)
  expect(openingSteps(few, size)).toBe(few)
  expect(openingSteps([], size)).toEqual([])
})

it('begins a long one at its top, wherever that stands in the text', () => {
  const long = column(60).toReversed()
  const shown = openingSteps(long, size).map(({ id }) => id)
  expect(shown[0]).toBe('0 0')
  expect(shown.length).toBeGreaterThan(5)
  expect(shown.length).toBeLessThan(10)
  expect(openingSteps(long, { width: 390, height: 500 })).toHaveLength(5)
})

it('shows no more of one that is long and broad than can be read', () => {
  const broad = [0, 600, 1_200, 1_800].flatMap((x) => column(30, x))
  const shown = openingSteps(broad, size)
  expect(shown[0]?.id).toBe('0 0')
  expect(fittingZoom(boundsOf(shown) as Box, size)).toBeGreaterThanOrEqual(0.7)
})

it('shows the selected steps of one that is too long, with those beside them', () => {
  const long = column(60)
  const shown = openingSteps(long, size, { focus: ['0 30'] }).map(({ id }) => id)
  expect(shown[0]).toBe('0 30')
  expect(shown).toContain('0 29')
  expect(shown).not.toContain('0 0')
})

it('begins one from left to right at its left end', () => {
  const row = Array.from({ length: 30 }, (_, index) => ({ id: `${index}`, position: { x: index * 272, y: 0 } }))
  expect(openingSteps(row.toReversed(), size, { direction: 'right' })[0]?.id).toBe('0')
})
