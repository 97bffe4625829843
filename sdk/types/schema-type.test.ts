import { expect, it } from 'vitest'
import { schemaType } from './schema-type.ts'

it.each([
  [{}, 'unknown'],
  [{ type: 'string' }, 'string'],
  [{ type: ['integer', 'null'] }, 'number | null'],
  [{ const: 'a' }, '"a"'],
  [{ enum: ['a', 1] }, '"a" | 1'],
  [{ $ref: '#/$defs/Run' }, "References['#/$defs/Run']"],
  [{ type: 'array', items: { type: 'string' } }, 'string[]'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
  [{ allOf: [{ type: 'string' }, {}] }, '(string) & (unknown)'],
  [{ type: 'object', additionalProperties: false }, 'Record<string, never>'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [key: string]: number }'],
  [{ type: 'object' }, '{ [key: string]: unknown }'],
  [{ type: 'object', properties: { a: { type: 'string' } } }, '{ a?: string }'],
  [true, 'unknown'],
  [false, 'never'],
  [{ enum: [] }, 'never'],
  [
    { type: 'object', properties: { a: { description: 'One */ two' } }, additionalProperties: true },
    '{ /** One *∕ two */ a?: unknown; [key: string]: unknown }',
  ],
  [
    { type: 'object', properties: { 'a-b': { type: 'boolean' } }, required: ['a-b'], additionalProperties: false },
    '{ "a-b": boolean }',
  ],
])('makes a type of a schema: %o', (schema, type) => {
  expect(schemaType(schema, (reference) => `References['${reference}']`)).toBe(type)
})
