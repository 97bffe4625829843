import { expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { valueAt } from './value-at.ts'

it('the way to a value leads through lists without saying at which place', () => {
  const pathTo = (...at: (string | number)[]) => valueAt('input', at, 1)?.path
  expect(valueAt('state', ['items', 0, 'sku'], 'LOOM')).toEqual({
    in: 'state',
    path: ['items', 'sku'],
    is: '=',
    value: 'LOOM',
  })
  // A key that looks like a place is one.
  expect(pathTo('years', '2026')).toEqual(['years', '2026'])
  expect(pathTo('tags', 3)).toEqual(['tags'])
  expect(pathTo('rows', 3, 4)).toEqual(['rows'])
  expect(pathTo(0, 'sku')).toEqual(['sku'])
})

it('there is no way to what no search finds', () => {
  expect(valueAt('input', [0], 1)).toBeNull()
  expect(valueAt('input', ['rows', 0, 1, 'sku'], 1)).toBeNull()
  expect(valueAt('input', ['rows', 0, 1, 2], 1)).toBeNull()
  expect(valueAt('input', Array(limits.search.depth + 1).fill('deep'), 1)).toBeNull()
})
