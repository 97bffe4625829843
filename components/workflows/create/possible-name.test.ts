import { expect, test } from 'vitest'
import { possibleName } from './possible-name.ts'

test.each([
  ['order approval!', 'order_approval'],
  ['2nd try', 'nd_try'],
  ['Überweisung prüfen', 'Uberweisung_prufen'],
  ['a//b (copy)', 'a//b_copy'],
  ['注文', ''],
  ['a/../../b', 'a/_/_/b'],
])('%s could be called %j', (typed, name) => {
  expect(possibleName(typed)).toBe(name)
})

test.each(['', '  ', 'Orders', ' Orders ', 'sales/Order-2.b_1'])('%j needs no other name', (typed) => {
  expect(possibleName(typed)).toBeNull()
})
