import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparisons, readValueCondition, type ValueCondition, writeValueCondition } from './value-condition.ts'

describe('a condition on a value', () => {
  it.each([
    ['amount > 100', { in: 'any', path: ['amount'], is: '>', value: 100 }],
    ['input.customer.name = Ada Lovelace', { in: 'input', path: ['customer', 'name'], is: '=', value: 'Ada Lovelace' }],
    ['state.paid=true', { in: 'state', path: ['paid'], is: '=', value: true }],
    ['note != null', { in: 'any', path: ['note'], is: '!=', value: null }],
    ['a.b <= -1.5e3', { in: 'any', path: ['a', 'b'], is: '<=', value: -1500 }],
    ['"a.b".c >= "7"', { in: 'any', path: ['a.b', 'c'], is: '>=', value: '7' }],
    ['input.zip = 01234', { in: 'input', path: ['zip'], is: '=', value: '01234' }],
    ['id != 12345678901234567890', { in: 'any', path: ['id'], is: '!=', value: '12345678901234567890' }],
    ['v = 1.10', { in: 'any', path: ['v'], is: '=', value: 1.1 }],
    ['v = 20.00', { in: 'any', path: ['v'], is: '=', value: 20 }],
    ['v = 200', { in: 'any', path: ['v'], is: '=', value: 200 }],
    ['v = "1.10"', { in: 'any', path: ['v'], is: '=', value: '1.10' }],
    ['a > 007', { in: 'any', path: ['a'], is: '>', value: 7 }],
    ['a > 1e999', { in: 'any', path: ['a'], is: '>', value: '1e999' }],
    ['note contains 007', { in: 'any', path: ['note'], is: 'contains', value: '007' }],
    ['v contains 1.10', { in: 'any', path: ['v'], is: 'contains', value: '1.10' }],
    ['v contains "null"', { in: 'any', path: ['v'], is: 'contains', value: 'null' }],
    ['paid = false', { in: 'any', path: ['paid'], is: '=', value: false }],
    ['title contains loom', { in: 'any', path: ['title'], is: 'contains', value: 'loom' }],
    ['state < 5', { in: 'any', path: ['state'], is: '<', value: 5 }],
    ['"input".x = 1', { in: 'any', path: ['input', 'x'], is: '=', value: 1 }],
    ['größe-1 = "unclosed', { in: 'any', path: ['größe-1'], is: '=', value: '"unclosed' }],
    ['x = "a" b', { in: 'any', path: ['x'], is: '=', value: '"a" b' }],
  ] as const)('is read from %s', (text, condition) => {
    expect(readValueCondition(text)).toEqual(condition)
  })

  it.each([
    '',
    'amount',
    'amount >',
    '= 5',
    'a..b = 1',
    '.a = 1',
    'a b = 1',
    'a ~ 1',
    'containsx',
    '"a\\x" = 1',
    '1a = 2',
  ])('is none in %j', (text) => {
    expect(readValueCondition(text)).toBeNull()
  })

  it('is written so that it is read as the same', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom('7', '07', '1.10', 'true', ' x '),
    )
    const condition = fc.record({
      in: fc.constantFrom('input', 'state', 'any'),
      path: fc.array(fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('input', 'state', 'a-b')), {
        minLength: 1,
        maxLength: 4,
      }),
      is: fc.constantFrom(...comparisons),
      value,
    })
    fc.assert(
      fc.property(condition, (each) => {
        const value = each.is === 'contains' ? String(each.value) : each.value
        expect(readValueCondition(writeValueCondition(each as ValueCondition))).toEqual({ ...each, value })
      }),
    )
  })
})
