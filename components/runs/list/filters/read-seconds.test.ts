import { expect, it } from 'vitest'
import { readSeconds } from './read-seconds.ts'

it.each([
  ['90', 90],
  ['1.5', 1.5],
  ['0,25', 0.25],
  ['0.005', 0.005],
])('%s is a number of seconds', (written, seconds) => {
  expect(readSeconds(written)).toBe(seconds)
})

it.each(['', '-1', '1.', '.5', '1.2345', '1e3', '1 000', 'one', '1234567890'])('%j is none', (written) => {
  expect(readSeconds(written)).toBeNull()
})
