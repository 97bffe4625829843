import { expect, test } from 'vitest'
import { nextActive, suggestionsFor } from './suggestions-for.ts'

const functions = Array.from({ length: 51 }, (_, index) => ({ value: `loans.step_${index}` }))

test('where there are more than are listed, it is known', () => {
  expect(suggestionsFor(functions, '')).toMatchObject({ isCut: true, matching: { length: 50 } })
  expect(suggestionsFor(functions.slice(1), '')).toMatchObject({ isCut: false, matching: { length: 50 } })
})

test('what is typed finds those beyond', () => {
  expect(suggestionsFor(functions, ' STEP_50')).toEqual({ isCut: false, matching: [{ value: 'loans.step_50' }] })
})

test('a title finds its value', () => {
  const titled = { value: 'inv_2', words: 'Approval of invoices' }
  expect(suggestionsFor([titled, { value: 'other' }], 'approval').matching).toEqual([titled])
})

test.each<[number, 1 | -1, number, number]>([
  [-1, 1, 3, 0],
  [-1, -1, 3, 2],
  [2, 1, 3, 0],
  [0, -1, 3, 2],
  [1, -1, 3, 0],
  [-1, -1, 0, -1],
])('from %d by %d among %d an arrow goes to %d', (active, step, count, next) => {
  expect(nextActive(active, step, count)).toBe(next)
})
