import { expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { readFavourites, withToggled } from './favourites.ts'

it('reads what was stored, and nothing else', () => {
  expect([...readFavourites('["a","b/c"]')]).toEqual(['a', 'b/c'])
  for (const stored of [null, 'x', '{}', '[1]']) expect(readFavourites(stored).size).toBe(0)
})

it('adds and removes a name, and drops the oldest beyond the bound', () => {
  expect([...withToggled(new Set(['a']), 'b')]).toEqual(['a', 'b'])
  expect([...withToggled(new Set(['a', 'b']), 'a')]).toEqual(['b'])
  const full = new Set(Array.from({ length: limits.shown.favourites }, (_, index) => `w${index}`))
  const next = withToggled(full, 'new')
  expect(next.size).toBe(limits.shown.favourites)
  expect(next.has('w0')).toBe(false)
  expect(next.has('new')).toBe(true)
})
