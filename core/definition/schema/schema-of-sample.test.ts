import { expect, test } from 'vitest'
import { validateJson } from './json-schema.ts'
import { schemaOfSample } from './schema-of-sample.ts'

test('a schema has the fields of the sample with their types, and the sample fits it', () => {
  const sample = { id: 7, name: 'Ana', paid: true, note: null, items: [{ sku: 'a' }], none: [], address: { city: 'X' } }
  const schema = schemaOfSample(sample)
  expect(schema).toEqual({
    type: 'object',
    properties: {
      id: { type: 'number' },
      name: { type: 'string' },
      paid: { type: 'boolean' },
      note: {},
      items: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } },
      none: { type: 'array' },
      address: { type: 'object', properties: { city: { type: 'string' } } },
    },
  })
  expect(validateJson(schema, sample)).toEqual([])
  expect(validateJson(schema, {})).toEqual([])
})

test('a map of many entries, and what lies deep, may be anything', () => {
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`k${index}`, index]))
  expect(schemaOfSample(many)).toEqual({ type: 'object' })
  let deep: object = { a: 1 }
  for (let level = 0; level < 8; level += 1) deep = { deep }
  expect(JSON.stringify(schemaOfSample(deep as never))).not.toContain('"a"')
})
