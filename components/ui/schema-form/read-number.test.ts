import { describe, expect, it } from 'vitest'
import { readNumber } from './read-number.ts'

describe('a number that is typed', () => {
  it.each([
    ['5', 5],
    [' -12.50 ', -12.5],
    ['+007', 7],
    ['1.', 1],
    ['.5', 0.5],
    ['1200e-2', 12],
    ['1.2E3', 1200],
    ['0.1', 0.1],
    ['0.000', 0],
    ['-0', -0],
    ['9007199254740992', 9007199254740992],
    ['1234567890123456', 1234567890123456],
    ['100000000000000000000000', 1e23],
    ['1e21', 1e21],
    ['0x10', 16],
  ])('%j is %d', (text, number) => {
    expect(readNumber(text)).toEqual({ value: number, rounded: null })
  })

  it.each(['-', 'twelve', '1e400', '1,5', 'Infinity'])(
    '%j is passed on as it is, to be refused where it is checked',
    (text) => {
      expect(readNumber(text)).toEqual({ value: text, rounded: null })
    },
  )

  it('is nothing where nothing is typed', () => {
    expect(readNumber('  ')).toEqual({ value: undefined, rounded: null })
  })

  it.each([
    ['9007199254740993', 9007199254740992],
    ['12345678901234567890', 12345678901234567000],
    ['-0.12345678901234567890', -0.12345678901234568],
    ['1.00000000000000000001', 1],
    ['1e-400', 0],
  ])('%s, which would become %d, is never rounded silently', (text, rounded) => {
    expect(readNumber(text)).toEqual({ value: text, rounded })
  })
})
