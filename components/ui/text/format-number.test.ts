import { expect, it } from 'vitest'
import { formatCompact, formatNumber } from './format-number.ts'

it.each([
  0,
  -0,
  7,
  -7,
  999,
  1_000,
  -1_000,
  24_000,
  1_234_567,
  -12_345_678,
  Number.MAX_SAFE_INTEGER,
  0.5,
  1_234.567_89,
  1e21,
  Number.NaN,
  Number.POSITIVE_INFINITY,
])('writes %d as the browser does', (value) => {
  expect(formatNumber(value)).toBe(Object.is(value, -0) ? '0' : value.toLocaleString('en-GB'))
})

it.each([0, 999, -999, 1_000, 1_234, 12_500_000, 0.5])('shortens %d as the browser does', (value) => {
  expect(formatCompact(value)).toBe(value.toLocaleString('en-GB', { notation: 'compact' }))
})
