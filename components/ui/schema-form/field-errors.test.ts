import { expect, it } from 'vitest'
import { errorAt, errorsElsewhere, errorWithin, joinPath, normalisePath } from './field-errors.ts'

const errors = [
  { path: '/items/0/name', message: 'Too short' },
  { path: 'amount', message: 'Too small' },
  { path: '', message: 'No such field' },
]

it('reads the three ways to write a path as one', () => {
  expect(normalisePath('$.items[0].name')).toBe('items.0.name')
  expect(normalisePath('#/items/0/name')).toBe('items.0.name')
  expect(normalisePath('items.0.name')).toBe('items.0.name')
})

it('finds what is wrong exactly here, or anywhere within', () => {
  expect(errorAt(errors, 'amount')).toBe('Too small')
  expect(errorAt(errors, 'items')).toBeUndefined()
  expect(errorWithin(errors, 'items')).toBe('Too short')
  expect(errorWithin(errors, '')).toBe('Too short')
})

it('keeps what no field shows', () => {
  expect(errorsElsewhere(errors, ['items', 'amount'])).toEqual([{ path: '', message: 'No such field' }])
})

it('joins a name to a path', () => {
  expect(joinPath('', 'a')).toBe('a')
  expect(joinPath('a', 'b')).toBe('a.b')
})
