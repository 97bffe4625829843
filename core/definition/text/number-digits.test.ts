import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digitLoss } from './number-digits.ts'

const inValue = ['steps', 0, 'with', 'a']

test.each([
  ['01067', 1067, 'digits'],
  ['-007', -7, 'digits'],
  ['3.10', 3.1, 'digits'],
  ['1.0', 1, 'digits'],
  ['1e-400', 0, 'value'],
  ['1234567890123.456789', Number('1234567890123.456789'), 'value'],
  ['0xFFFFFFFFFFFFFFFF', Number('0xFFFFFFFFFFFFFFFF'), 'value'],
  ['12345678901234567890', Number('12345678901234567890'), 'value'],
  ['9007199254740993', Number('9007199254740993'), 'value'],
  ['0o17', 15, null],
  ['0x1F', 31, null],
  ['+5', 5, null],
  ['.5', 0.5, null],
  ['5.', 5, null],
  ['-0', -0, null],
  ['0', 0, null],
  ['0.0e5', 0, null],
  ['1e3', 1000, null],
  ['1E+21', 1e21, null],
  ['123e-2', 1.23, null],
  ['-1.5e-7', -1.5e-7, null],
] as const)('%s loses %s: %s', (source, value, loss) => {
  expect(digitLoss(source, value, inValue)).toBe(loss)
})

test('a zero at the end is a matter of values alone: a duration has the same length without it', () => {
  expect(digitLoss('2.0', 2, ['steps', 0, 'retry', 'backoff_coefficient'])).toBeNull()
  expect(digitLoss('1.50', 1.5, ['layout', 'A', 'x'])).toBeNull()
  expect(digitLoss('007', 7, ['steps', 0, 'retry', 'max_attempts'])).toBe('digits')
})

test('every number in the spelling of JavaScript is kept', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(digitLoss(String(value), value, inValue)).toBeNull()
    }),
  )
})
