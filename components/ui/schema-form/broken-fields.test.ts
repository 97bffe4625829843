import { expect, it } from 'vitest'
import { refusedAt, withBroken } from './broken-fields.ts'
import { errorAt } from './field-errors.ts'

it('knows which fields cannot be read, until each of them can', () => {
  const one = withBroken([], 'lines', true)
  const two = withBroken(one, 'address.extra', true)
  expect(withBroken(two, 'lines', true)).toHaveLength(2)
  expect(withBroken(two, 'lines', false)).toEqual(['address.extra'])
  expect(withBroken(one, 'lines', false)).toEqual([])
})

it('says at such a field that nothing was sent, and at no other', () => {
  const errors = refusedAt(['lines'])
  expect(errorAt(errors, 'lines')).toMatch(/^Nothing was sent/)
  expect(errorAt(errors, 'note')).toBeUndefined()
  expect(refusedAt([])).toEqual([])
})
