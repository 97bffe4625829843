import { expect, test } from 'vitest'
import { jsonExample } from './json-example.ts'

const wide = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`field_${at}`, { type: 'string' }]))

test.each([
  [
    { type: 'array', items: { type: 'object', properties: { price: { type: 'number' }, sku: { type: 'string' } } } },
    '[{"price":1,"sku":"text"}]',
  ],
  [{ type: 'array' }, '["text", 1]'],
  [{ type: ['array', 'null'], items: { type: 'object', properties: wide } }, '["text", 1]'],
  [{ type: 'object' }, '{"name": "text"}'],
  [{}, '{"name": "text"}'],
])('the empty field of %j says %s', (schema, example) => {
  expect(jsonExample(schema)).toBe(`JSON, such as\n${example}`)
})
