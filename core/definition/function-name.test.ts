import { expect, it } from 'vitest'
import { isModulePart } from './function-name.ts'

it.each([
  ['orders', true],
  ['loan-offers', true],
  ['_own', true],
  ['orders.v2', false],
  ['2fa', false],
  ['größe', false],
  ['', false],
])('a file %s may be a part of the names of functions: %s', (name, may) => {
  expect(isModulePart(name)).toBe(may)
})
