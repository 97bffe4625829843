import { expect, it } from 'vitest'
import { startErrors } from './start-errors.ts'

const failure = { code: 'INVALID_INPUT', message: 'The input does not fit.', field: null, errors: [] }

it('places what is wrong inside the input', () => {
  const errors = [
    { path: 'input.amount', message: 'Too small' },
    { path: '/input/items/0', message: 'Missing' },
    { path: 'customer', message: 'Missing' },
  ]
  expect(startErrors({ ...failure, errors }).map((error) => error.path)).toEqual(['amount', 'items.0', 'customer'])
})

it('keeps the sentence when there is no list', () => {
  expect(startErrors({ ...failure, field: 'input' })).toEqual([{ path: '', message: 'The input does not fit.' }])
  expect(startErrors(failure)).toEqual([{ path: '', message: 'The input does not fit.' }])
})
