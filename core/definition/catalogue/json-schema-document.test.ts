import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '#core/json.ts'
import { catalogue, commonKeys } from '../catalogue.ts'
import { stepTypes } from '../definition.ts'
import { checkSchema, validateJson } from '../schema/json-schema.ts'
import { dialectOriginal } from '../testing/dialect-original.ts'
import { splitDocuments } from '../text/documents.ts'
import { readYaml } from '../text/read-yaml.ts'
import { definitionJsonSchema } from './json-schema-document.ts'

const schema = definitionJsonSchema()
const errorsOf = (text: string) => validateJson(schema, readYaml(text).value as Json).map(({ path }) => path)
const step = (keys: string) => `workflow_type: A\nsteps:\n  - { name: S, ${keys} }\n`

test('it is a valid schema', () => {
  expect(checkSchema(schema)).toBeNull()
})

test('every key of every step type is in it, with a description', () => {
  const { properties, allOf } = (schema.$defs as JsonObject).step as JsonObject
  for (const { key, help } of commonKeys) expect((properties as JsonObject)[key]).toMatchObject({ description: help })
  for (const [index, type] of stepTypes.entries()) {
    const own = ((allOf as readonly JsonObject[])[index]!.then as JsonObject).properties as JsonObject
    for (const { key, label } of catalogue[type].keys) expect(own[key]).toMatchObject({ title: label })
  }
})

test('what parse takes without errors fits it: aliases, one name for a list, values that are no texts', () => {
  expect(errorsOf(step('function: a.b, next: END, dependencies: [X], when: true, with: {a: 1}'))).toEqual([])
  expect(errorsOf(step('type: HUMAN_IN_LOOP, groups: credit, on_failure: { target_step: X }'))).toEqual([])
  expect(errorsOf(step('type: DECISION, routes: [{ condition: a, next: X }, { default: END }]'))).toEqual([])
  expect(
    errorsOf(step('type: PARALLEL, tasks: [{ name: a, function_path: b }], merge_conflict_behavior: PREFER_OLD')),
  ).toEqual([])
  expect(errorsOf(step('type: WAIT, duration_seconds: "{{ state.a }}"'))).toEqual([])
  expect(errorsOf(step('type: SOMETHING_NEW, foo: 1'))).toEqual([])
})

const files = (folder: string) =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((name) => name.endsWith('.yaml'))
    .map((name): [string, string] => [name, readFileSync(new URL(`${folder}${name}`, import.meta.url), 'utf8')])

test.each([
  ...files('../../../examples/workflows/'),
  ...files('../testing/examples/'),
  ['the words of Ruvon', dialectOriginal] as [string, string],
])('%s fits it', (_, text) => {
  for (const part of splitDocuments(text)) expect(errorsOf(part.text)).toEqual([])
})

test('what another key implies may be left out, and a required key may go by its other name', () => {
  expect(errorsOf(step('type: DECISION, function: a.jump'))).toEqual([])
  expect(errorsOf(step('type: DECISION'))).toEqual(['steps.0'])
  expect(errorsOf(step('type: HTTP, url: "https://example.com", method: POST'))).toEqual([])
  expect(errorsOf(step('type: HTTP, method: POST'))).toEqual(['steps.0'])
  const body = 'loop_body: [{ name: A, function: a.b }]'
  expect(errorsOf(step(`type: LOOP, iterate_over: state.a, ${body}`))).toEqual([])
  expect(errorsOf(step(`type: LOOP, while_condition: state.a, ${body}`))).toEqual([])
  expect(errorsOf(step(`type: LOOP, iterate_over: state.a, while_condition: state.a, ${body}`))).toEqual(['steps.0'])
  expect(errorsOf(step(`type: LOOP, ${body}`))).toEqual(['steps.0'])
  for (const { type, keys } of Object.values(catalogue)) {
    const required = keys.filter(({ required }) => required === true)
    for (const { key, aliases = [] } of required) {
      for (const alias of [key, ...aliases]) {
        const written = required.map(
          (spec) => `${spec.key === key ? alias : spec.key}: ${exampleOf[spec.kind] ?? 'a.b'}`,
        )
        expect(errorsOf(step(`type: ${type}, ${written.join(', ')}`)), alias).toEqual([])
      }
    }
  }
})

const exampleOf: Readonly<Record<string, string>> = {
  routes: '[{ default: END }]',
  choice: 'ITERATE',
  loop_body: '[]',
  http: '{ url: x }',
  assignments: '{ a: b }',
}

test('what is missing or of the wrong type does not fit it', () => {
  expect(errorsOf('steps: []')).toEqual(['workflow_type'])
  expect(errorsOf(step('type: STANDARD'))).toEqual(['steps.0.function'])
  expect(errorsOf(step('foo: 1'))).toEqual(['steps.0.function'])
  expect(errorsOf(step('type: HUMAN, due_in_seconds: soon'))).toEqual(['steps.0.due_in_seconds'])
  expect(errorsOf(step('type: LOOP, mode: ITERATE, loop_body: [{ type: WAIT }]'))).toEqual(['steps.0.loop_body.0.name'])
  expect(errorsOf(step('function: a, retry: { max_attempts: 1000 }'))).toEqual(['steps.0.retry.max_attempts'])
})
