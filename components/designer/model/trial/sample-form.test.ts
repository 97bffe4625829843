import { expect, it } from 'vitest'
import {
  anyType,
  listType,
  nullType,
  numberType,
  objectType,
  stringType,
  unionType,
} from '#core/expression/check/types.ts'
import { isJsonObject, type JsonObject, type JsonSchema } from '#core/json.ts'
import { sampleForm } from './sample-form.ts'

const nothing = { state: undefined, item: undefined, outputs: {}, input: undefined }
const part = (schema: JsonSchema, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => {
    const properties = isJsonObject(at as JsonObject) ? (at as JsonObject).properties : undefined
    return isJsonObject(properties) ? properties[name] : undefined
  }, schema)

it('the state has a control for each field, by its type, and by its value where nothing else is known', () => {
  const state = objectType(
    {
      amount: numberType,
      note: unionType([stringType, nullType]),
      tags: listType(stringType),
      free: anyType,
      order: objectType({ id: stringType }, undefined),
    },
    anyType,
  )
  const form = sampleForm({ ...nothing, state }, { state: { paid: true, lines: [{ a: 1 }] }, input: {} })
  expect(part(form, 'state')).toMatchObject({
    title: 'State',
    type: 'object',
    properties: {
      amount: { type: 'number', title: 'amount' },
      note: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      free: { title: 'free' },
      order: { properties: { id: { type: 'string' } } },
      paid: { type: 'boolean' },
      lines: { title: 'lines' },
    },
  })
})

it('a value that is not of its type keeps a control that can hold it', () => {
  const state = objectType({ amount: numberType, order: objectType({ id: stringType }, undefined) }, undefined)
  const form = sampleForm({ ...nothing, state }, { state: { amount: 'much', order: 3 }, input: {} })
  expect(part(form, 'state', 'amount')).toMatchObject({ type: 'string' })
  expect(part(form, 'state', 'order')).toMatchObject({ type: 'number' })
})

it('a long text gets lines, texts get chips, and what is deep or wide is JSON', () => {
  const wide = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}`, 1]))
  const state = { long: 'a\nb', texts: ['a'], mixed: ['a', 1], none: [], wide, a: { b: { c: { d: 1 } } }, empty: {} }
  const form = sampleForm(nothing, { state, input: {} })
  expect(part(form, 'state', 'long')).toMatchObject({ format: 'textarea' })
  expect(part(form, 'state', 'texts')).toMatchObject({ items: { type: 'string' } })
  for (const name of ['mixed', 'none', 'wide', 'empty']) expect(part(form, 'state', name)).toEqual({ title: name })
  expect(part(form, 'state', 'a', 'b')).toMatchObject({ properties: { c: { title: 'c' } } })
})

it('what earlier steps gave, the element of a list and the input are asked for where there are any', () => {
  const input = { type: 'object', properties: { price: { type: 'number', title: 'Price' } } }
  const given = { state: {}, item: { sku: 'a' }, outputs: { Tax: { tax: 1 }, Gate: null }, input: {} }
  const form = sampleForm(
    { ...nothing, outputs: { Gate: objectType({ target: stringType }, undefined) }, input },
    given,
  )
  expect(Object.keys(form.properties as JsonObject)).toEqual(['item', 'state', 'outputs', 'input'])
  expect(part(form, 'item', 'sku')).toMatchObject({ type: 'string' })
  expect(part(form, 'outputs', 'Tax', 'tax')).toMatchObject({ type: 'number' })
  expect(part(form, 'outputs', 'Gate', 'target')).toMatchObject({ type: 'string' })
  expect(part(form, 'input')).toEqual({ ...input, title: 'Input of the workflow' })
  expect(Object.keys(sampleForm(nothing, { state: {}, input: {} }).properties as JsonObject)).toEqual([
    'state',
    'input',
  ])
})

it('what is kept apart is JSON, so that something can be written in its place', () => {
  const rows = { payload_ref: { sha256: 'a0'.repeat(32), bytes: 300_000 } }
  const state = objectType({ rows: listType(stringType) }, undefined)
  expect(part(sampleForm({ ...nothing, state }, { state: { rows }, input: {} }), 'state', 'rows')).toEqual({
    title: 'rows',
  })
})
