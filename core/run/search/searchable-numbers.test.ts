import { expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { numbersWithin } from './searchable-numbers.ts'

it('finds each number once by its path, through lists and in several values', () => {
  expect(
    numbersWithin([
      { n: 1, items: [{ price: 2 }, { price: 3 }, [4]], text: '5', none: null },
      { n: 1, m: { n: 6 } },
    ]),
  ).toEqual({
    numbers: [
      { path: ['n'], values: [1] },
      { path: ['items', 'price'], values: [2, 3] },
      { path: ['items'], values: [4] },
      { path: ['m', 'n'], values: [6] },
    ],
    more: false,
  })
})

it('says when there are more numbers than are kept', () => {
  const list = Array.from({ length: limits.search.numbers }, (_, place) => place)
  expect(numbersWithin([{ list }, { list }]).more).toBe(false)
  const { numbers, more } = numbersWithin([{ list: [...list, -1] }])
  expect([numbers[0]?.values.length, more]).toEqual([limits.search.numbers, true])
})
