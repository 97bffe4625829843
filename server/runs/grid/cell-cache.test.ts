import { expect, it } from 'vitest'
import { createCellCache } from './cell-cache.ts'

const cells = (steps: number) =>
  new Map(Array.from({ length: steps }, (_, index) => [`S${index}`, { displayStatus: 'completed' as const }]))

it('cells of a run are known as long as it has not gone on', () => {
  const kept = createCellCache()
  const own = cells(2)
  kept.set('a', 7, own)
  expect(kept.find('a', 7)).toBe(own)
  expect(kept.find('a', 6)).toBe(own)
  expect(kept.find('a', 8)).toBeUndefined()
  kept.set('a', 8, 'too_long')
  expect(kept.find('a', 8)).toBe('too_long')
  expect(kept.find('b', 1)).toBeUndefined()
})

it('the runs that were asked for longest ago make room', () => {
  const kept = createCellCache(10)
  kept.set('a', 1, cells(4))
  kept.set('b', 1, cells(4))
  kept.find('a', 1)
  kept.set('c', 1, cells(4))
  expect([kept.find('a', 1), kept.find('b', 1), kept.find('c', 1)].map((found) => found !== undefined)).toEqual([
    true,
    false,
    true,
  ])
})
