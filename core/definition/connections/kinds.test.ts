import { expect, test } from 'vitest'
import { connectionCatalogue, connectionKinds, isConnectionKind, openFields, secretFields } from './kinds.ts'

test('every kind of the list is a kind, and nothing else', () => {
  expect(connectionKinds.every(isConnectionKind)).toBe(true)
  expect(['ftp', '', undefined, 1, 'toString'].filter(isConnectionKind)).toEqual([])
})

test.each(connectionKinds)('the fields of %s are its secrets and its open fields', (kind) => {
  const { fields } = connectionCatalogue[kind]
  expect(secretFields(kind).length + openFields(kind).length).toBe(fields.length)
  expect(secretFields(kind).length).toBeGreaterThan(0)
  expect(openFields(kind).map((field) => field.kind)).not.toContain('secret')
  expect(new Set(fields.map(({ key }) => key)).size).toBe(fields.length)
})

test('a secret is never shown, so none has a default', () => {
  expect(connectionKinds.flatMap(secretFields).filter((field) => field.default !== undefined)).toEqual([])
})
