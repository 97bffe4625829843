import { describe, expect, it } from 'vitest'
import { boundsInWords, initialValue, isDecision, labelOfName, schemaField, withProperty } from './schema-field.ts'

describe('schemaField', () => {
  it('chooses a control by type, format and length', () => {
    expect(schemaField({ type: 'string' })).toEqual({ kind: 'text', long: false, inputType: 'text' })
    expect(schemaField({ type: 'string', maxLength: 500 })).toMatchObject({ long: true })
    expect(schemaField({ type: 'string', format: 'date' })).toMatchObject({ inputType: 'date', long: false })
    expect(schemaField({ type: 'string', format: 'date-time' })).toEqual({ kind: 'instant' })
    expect(schemaField({ type: ['integer', 'null'] })).toEqual({ kind: 'number', integer: true })
    expect(schemaField({ type: 'boolean' })).toEqual({ kind: 'boolean' })
    expect(schemaField({ enum: ['low', 'high', 3] })).toEqual({ kind: 'choice', options: ['low', 'high', 3] })
    expect(schemaField({ type: 'array', items: { type: 'string' } })).toEqual({ kind: 'strings', options: null })
    expect(schemaField({ type: 'array', items: { enum: ['a', 'b'] } })).toEqual({
      kind: 'strings',
      options: ['a', 'b'],
    })
  })

  it('leaves what it has no control for to JSON', () => {
    expect(schemaField({}).kind).toBe('json')
    expect(schemaField({ type: 'object' }).kind).toBe('json')
    expect(schemaField({ type: 'array', items: { type: 'object' } }).kind).toBe('json')
    expect(schemaField({ enum: [{ a: 1 }] }).kind).toBe('json')
  })

  it('lists properties with their titles and whether they are required', () => {
    const field = schemaField({
      required: ['order_id'],
      properties: { order_id: { type: 'string' }, note: { type: 'string', title: 'A note' } },
    })
    expect(field).toMatchObject({
      kind: 'object',
      properties: [
        { name: 'order_id', label: 'Order id', required: true },
        { name: 'note', label: 'A note', required: false },
      ],
    })
  })
})

it('reads a name as words', () => {
  expect(labelOfName('riskScore')).toBe('Risk score')
  expect(labelOfName('requested-by')).toBe('Requested by')
  expect(labelOfName('_')).toBe('_')
})

it('takes a required yes or no called approved for the decision', () => {
  const field = (name: string, required: boolean) => ({ name, label: name, required, schema: { type: 'boolean' } })
  expect(isDecision(field('approved', true))).toBe(true)
  expect(isDecision(field('is_accepted', true))).toBe(true)
  expect(isDecision(field('approved', false))).toBe(false)
  expect(isDecision(field('urgent', true))).toBe(false)
})

it('starts from the defaults of the schema and invents nothing', () => {
  const schema = {
    type: 'object',
    properties: {
      amount: { type: 'number', default: 5 },
      note: { type: 'string' },
      address: { type: 'object', properties: { street: { type: 'string' } } },
      delivery: { type: 'object', properties: { fast: { type: 'boolean', default: false } } },
    },
  }
  expect(initialValue(schema, false)).toEqual({ amount: 5, delivery: { fast: false } })
})

it('starts a required check box as the empty box it shows, but never makes a decision in advance', () => {
  const schema = {
    required: ['approved', 'urgent'],
    properties: { approved: { type: 'boolean' }, urgent: { type: 'boolean' }, other: { type: 'boolean' } },
  }
  expect(initialValue(schema, true)).toEqual({ urgent: false })
  expect(initialValue(schema, false)).toEqual({ approved: false, urgent: false })
})

it('sets and removes one property and keeps the order of the others', () => {
  expect(Object.keys(withProperty({ a: 1, b: 2 }, 'a', 3))).toEqual(['a', 'b'])
  expect(withProperty({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 })
  expect(withProperty(undefined, 'a', 1)).toEqual({ a: 1 })
})

it('says the bounds of a value in words', () => {
  expect(boundsInWords({ minimum: 100, maximum: 1_000_000 })).toBe('100 to 1,000,000')
  expect(boundsInWords({ minimum: 1 })).toBe('at least 1')
  expect(boundsInWords({ maximum: 9 })).toBe('at most 9')
  expect(boundsInWords({ exclusiveMinimum: 0 })).toBe('more than 0')
  expect(boundsInWords({ exclusiveMaximum: 10 })).toBe('less than 10')
  expect(boundsInWords({ maxLength: 500 })).toBe('500 characters')
  expect(boundsInWords({})).toBeNull()
})
