import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '#core/json.ts'
import {
  addField,
  fieldsOf,
  freeFieldName,
  isFieldList,
  moveField,
  removeField,
  renameField,
  setKind,
  setRequired,
} from './schema-fields.ts'

const form: JsonSchema = {
  type: 'object',
  required: ['approved'],
  properties: {
    approved: { type: 'boolean', title: 'Approve the loan' },
    note: { type: 'string', maxLength: 500 },
    size: { enum: ['s', 'm'] },
    on: { type: 'string', format: 'date' },
    tags: { type: 'array' },
    odd: { type: ['string', 'null'] },
    odder: true,
  },
}

describe('the list of fields of a schema', () => {
  test('names, kinds and what is required are read from it', () => {
    expect(fieldsOf(form).map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ['approved', 'boolean', true],
      ['note', 'text', false],
      ['size', 'choice', false],
      ['on', 'date', false],
      ['tags', 'list', false],
      ['odd', 'other', false],
      ['odder', 'other', false],
    ])
  })

  test('no schema has no fields and can be built from nothing', () => {
    expect(fieldsOf(undefined)).toEqual([])
    expect(isFieldList(undefined)).toBe(true)
    expect(addField(undefined, 'amount')).toEqual([
      { path: [], value: { type: 'object', properties: { amount: { type: 'string' } } } },
    ])
    expect(addField({ type: 'object' }, 'amount')).toEqual([
      { path: ['properties'], value: { amount: { type: 'string' } } },
    ])
    expect(addField(form, 'amount')).toEqual([{ path: ['properties', 'amount'], value: { type: 'string' } }])
  })

  test('a schema of a single string is no list of fields', () => {
    expect(isFieldList({ type: 'string' })).toBe(false)
  })

  test('removing a required field also drops the requirement', () => {
    expect(removeField(form, 'approved')).toEqual([
      { path: ['required'], value: undefined },
      { path: ['properties', 'approved'], value: undefined },
    ])
    expect(removeField(form, 'note')).toHaveLength(1)
  })

  test('renaming keeps the place and the requirement, and refuses a name that is taken', () => {
    const changes = renameField(form, 'approved', 'ok')
    expect(Object.keys(changes[0]?.value as object)[0]).toBe('ok')
    expect(changes[1]).toEqual({ path: ['required'], value: ['ok'] })
    expect(renameField(form, 'note', 'remark')).toHaveLength(1)
    expect(renameField(form, 'note', 'approved')).toEqual([])
    expect(renameField(form, 'note', '')).toEqual([])
    expect(renameField(form, 'note', 'note')).toEqual([])
  })

  test('a field becomes required once', () => {
    expect(setRequired(form, 'note', true)).toEqual([{ path: ['required'], value: ['approved', 'note'] }])
    expect(setRequired(form, 'approved', true)).toEqual([])
    expect(setRequired({ type: 'object' }, 'note', true)).toEqual([{ path: ['required'], value: ['note'] }])
  })

  test('another kind changes the words of the kind and keeps all others', () => {
    const amount = { type: 'number', title: 'Amount', minimum: 1, default: 5, 'x-unit': 'EUR' }
    expect(setKind(amount, 'text')).toEqual([
      { path: ['minimum'], value: undefined },
      { path: ['default'], value: undefined },
      { path: ['type'], value: 'string' },
    ])
    expect(setKind(amount, 'integer')).toEqual([
      { path: ['default'], value: undefined },
      { path: ['type'], value: 'integer' },
    ])
    expect(setKind({ type: 'string', format: 'date' }, 'text')).toEqual([{ path: ['format'], value: undefined }])
    expect(setKind({ type: 'string', format: 'email' }, 'date')).toEqual([{ path: ['format'], value: 'date' }])
    expect(setKind({ enum: ['a'] }, 'choice')).toEqual([{ path: ['type'], value: 'string' }])
    expect(setKind(true, 'date')).toEqual([{ path: [], value: { type: 'string', format: 'date' } }])
  })

  test('a field changes places with its neighbour', () => {
    const [change] = moveField(form, 'note', -1)
    expect(change?.path).toEqual(['properties'])
    expect(Object.keys(change?.value as object).slice(0, 2)).toEqual(['note', 'approved'])
    expect(moveField(form, 'approved', -1)).toEqual([])
    expect(moveField(form, 'odder', 1)).toEqual([])
    expect(moveField(form, 'nobody', 1)).toEqual([])
  })

  test('a free name is found', () => {
    expect(freeFieldName(undefined)).toBe('field')
    expect(freeFieldName({ properties: { field: true, field_2: true } })).toBe('field_3')
  })
})
