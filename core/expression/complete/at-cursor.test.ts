import { describe, expect, test } from 'vitest'
import { anyType, listType, numberType, objectType, type ScopeTypes, stringType } from '../check/types.ts'
import { expressionAt, expressionHover, templateCompletions } from './at-cursor.ts'

const line = objectType({ sku: stringType, count: numberType }, undefined)
const input = objectType({ amount: numberType, items: listType(line) }, undefined)
const types: ScopeTypes = {
  input,
  state: objectType({ total: numberType }, anyType),
  steps: objectType({ Charge: objectType({ output: anyType }, undefined) }, undefined),
  run: anyType,
}

describe('the expression at a place of a text', () => {
  test.each([
    ['Pay {{ input.amount }} now', 8, { source: ' input.amount ', start: 6 }],
    ['Pay {{ input.amount }} now', 2, null],
    ['Pay {{ input.amount }} now', 24, null],
    ['Pay {{ in', 9, { source: ' in', start: 6 }],
    ['Pay {{ in', 1, null],
    ['{{a}}{{b}}', 8, { source: 'b', start: 7 }],
  ])('%s at %i', (text, offset, expected) => {
    expect(expressionAt(text, offset)).toEqual(expected)
  })
})

test('within braces what may be written is offered, at its place in the text', () => {
  expect(templateCompletions('Pay {{ input.am', 15, types)).toEqual([
    { label: 'amount', kind: 'field', detail: 'number', text: 'amount', start: 13 },
  ])
  expect(templateCompletions('Pay input.am', 12, types)).toEqual([])
})

describe('what is known about a word', () => {
  const hover = (source: string, word: string) => expressionHover(source, source.indexOf(word) + 1, types)

  test('is its type, with the fields of an object', () => {
    expect(hover('input.amount > 1', 'amount')).toEqual({
      range: { start: 6, end: 12 },
      title: 'amount',
      detail: 'number',
      fields: [],
    })
    expect(hover('input.items[0].count', 'input')).toMatchObject({
      detail: 'object',
      fields: [
        { name: 'amount', type: 'number' },
        { name: 'items', type: 'list of object' },
      ],
    })
    expect(hover('1 + total', 'total')).toMatchObject({ detail: 'number' })
    expect(hover('steps.Charge.output.id', 'id')).toMatchObject({ detail: 'any' })
  })

  test('is the element of the list, for the variable of a loop', () => {
    expect(hover('input.items.all(one, one.count > 1)', 'one.count')).toMatchObject({
      fields: [
        { name: 'sku', type: 'text' },
        { name: 'count', type: 'number' },
      ],
    })
  })

  test('is what a function or a loop does', () => {
    expect(hover('input.items.size()', 'size')?.detail).toMatch(/elements of a list/)
    expect(hover('size(input.items)', 'size')?.detail).toMatch(/elements of a list/)
    expect(hover('input.items.all(x, true)', 'all')?.detail).not.toBe('')
    expect(hover('nobody(1)', 'nobody')).toBeNull()
  })

  test('is nothing for words of the language, signs and texts', () => {
    for (const [source, part] of [
      ['true and false', 'and'],
      ['true && x', 'true'],
      ['1 + 2', '+'],
      ['"a text"', 'text'],
    ] as const) {
      expect(hover(source, part)).toBeNull()
    }
    expect(expressionHover('a', 5, types)).toBeNull()
    expect(hover('input.in', '.in')).not.toBeNull()
  })
})
