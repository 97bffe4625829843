import { expect, test } from 'vitest'
import type { Json, JsonObject } from '#core/json.ts'
import { catalogue, commonKeys } from './catalogue.ts'
import { stepTypes } from './definition.ts'
import { checkSchema, validateJson } from './json-schema.ts'
import { definitionJsonSchema } from './json-schema-document.ts'
import { readYaml } from './text/read-yaml.ts'

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

test('what is missing or of the wrong type does not fit it', () => {
  expect(errorsOf('steps: []')).toEqual(['workflow_type'])
  expect(errorsOf(step('type: STANDARD'))).toEqual(['steps.0.function'])
  expect(errorsOf(step('foo: 1'))).toEqual(['steps.0.function'])
  expect(errorsOf(step('type: HUMAN, due_in_seconds: soon'))).toEqual(['steps.0.due_in_seconds'])
  expect(errorsOf(step('type: LOOP, mode: ITERATE, loop_body: [{ type: WAIT }]'))).toEqual(['steps.0.loop_body.0.name'])
  expect(errorsOf(step('function: a, retry: { max_attempts: 1000 }'))).toEqual(['steps.0.retry.max_attempts'])
})
