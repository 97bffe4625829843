import type { Json, JsonObject, JsonSchema } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { catalogue, commonKeys, typeAliases, workflowKeys } from '../catalogue.ts'
import { type StepType, stepTypes } from '../definition.ts'
import type { KeyKind, KeySpec } from './key-spec.ts'
import { httpKeys, injectionRuleKeys, recoveryKeys, retryKeys, routeKeys, taskKeys } from './nested-keys.ts'
import { triggerCatalogue, triggerTypeKey } from './trigger-keys.ts'

/**
 * The JSON Schema of a workflow's text for editors: completion, hints and error marks. It is generated from the
 * catalogue. What JSON Schema cannot express (names of other steps, expressions) is left to `parse`. Unknown keys and
 * step types are allowed, as `parse` allows them.
 */
export function definitionJsonSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Heddle workflow',
    ...mapSchema(workflowKeys, {
      steps: { description: 'The steps of the workflow, in order.', $ref: '#/$defs/steps' },
      layout: {
        description: 'Positions of steps and notes on the canvas, by name, and groups of steps.',
        type: 'object',
        additionalProperties: {
          anyOf: [{ type: 'array', minItems: 2, maxItems: 2, items: { type: 'number' } }, groupSchema],
        },
      },
    }),
    $defs: {
      steps: { type: 'array', maxItems: limits.definition.steps, items: { $ref: '#/$defs/step' } },
      step: stepSchema(),
      retry: mapSchema(retryKeys),
      recovery: mapSchema(recoveryKeys),
      route: mapSchema(routeKeys),
      task: mapSchema(taskKeys),
      http: mapSchema(httpKeys),
      injection_rule: mapSchema(injectionRuleKeys),
      trigger: triggerSchema(),
    },
  }
}

const groupSchema: JsonSchema = {
  description: 'A frame around steps.',
  type: 'object',
  required: ['steps'],
  properties: {
    title: { type: 'string' },
    steps: { type: 'array', items: { type: 'string' } },
    collapsed: { type: 'boolean' },
  },
}

function stepSchema(): JsonSchema {
  const aliases = Object.keys(typeAliases)
  const known = [...stepTypes, ...aliases]
  return {
    ...mapSchema(commonKeys, {
      type: {
        description: 'The step type; STANDARD by default.',
        anyOf: [{ enum: known }, { type: 'string' }],
        default: 'STANDARD',
      },
    }),
    // Not an object literal: `await` on an object with a key `then` would call that key.
    allOf: stepTypes.map((type) =>
      Object.fromEntries([
        ['if', isOfType(type)],
        ['then', mapSchema(catalogue[type].keys)],
      ]),
    ),
  }
}

function triggerSchema(): JsonSchema {
  return {
    ...mapSchema([triggerTypeKey]),
    allOf: Object.values(triggerCatalogue).map(({ type, keys }) =>
      Object.fromEntries([
        ['if', { properties: { type: { const: type } }, required: ['type'] }],
        ['then', mapSchema(keys)],
      ]),
    ),
  }
}

function isOfType(type: StepType): JsonSchema {
  const aliases = Object.keys(typeAliases).filter((alias) => typeAliases[alias] === type)
  const properties = { type: { enum: [type, ...aliases] } }
  return type === 'STANDARD' ? { properties } : { properties, required: ['type'] }
}

function mapSchema(specs: readonly KeySpec[], further: JsonObject = {}): JsonSchema {
  const properties = specs.flatMap((spec) =>
    [spec.key, ...(spec.aliases ?? [])].map((key): [string, Json] => [key, keySchema(spec)]),
  )
  const needed = specs.filter((spec) => spec.required === true)
  const implied = needed.filter(({ impliedBy }) => impliedBy !== undefined)
  const required = needed.filter(({ impliedBy }) => impliedBy === undefined).map(({ key }) => key)
  return {
    type: 'object',
    properties: { ...Object.fromEntries(properties), ...further },
    required,
    ...(implied.length > 0 && { allOf: implied.map(withOrImplied) }),
  }
}

/** Requires the key, or without it exactly one of the keys that imply it. */
function withOrImplied({ key, impliedBy }: KeySpec): JsonSchema {
  const needs = (one: string) => ({ required: [one] })
  return { anyOf: [needs(key), { oneOf: (impliedBy as readonly string[]).map(needs) }] }
}

function keySchema(spec: KeySpec): JsonSchema {
  return {
    title: spec.label,
    description: spec.help,
    ...shapes[spec.kind](spec),
    ...(spec.default === undefined ? {} : { default: spec.default }),
  }
}

/** A task with a type is a whole step. */
const wholeStep: JsonSchema = { $ref: '#/$defs/step', required: ['type'] }

const text = { type: 'string' } as const
/** Values that YAML does not parse as text but that are accepted as text: `when: true`, `workflow_version: 2.1`. */
const written = { type: ['string', 'number', 'boolean'] } as const
const words = { anyOf: [written, { type: 'array', items: written }] } as const

const shapes: { readonly [Kind in KeyKind]: (spec: KeySpec) => JsonSchema } = {
  text: () => written,
  long_text: () => written,
  code: () => text,
  expression: () => written,
  template: () => written,
  function: () => written,
  workflow: () => written,
  connection: () => written,
  number: numberSchema,
  integer: (spec) => ({ ...numberSchema(spec), type: 'integer' }),
  duration: (spec) => (spec.templated === true ? { anyOf: [numberSchema(spec), text] } : numberSchema(spec)),
  boolean: () => ({ type: 'boolean' }),
  choice: ({ choices = [], choiceAliases = {} }) => ({ enum: [...choices, ...Object.keys(choiceAliases)] }),
  names: () => words,
  steps: () => words,
  step: ({ key }) =>
    key === 'on_failure' ? { type: 'object', properties: { target_step: text }, required: ['target_step'] } : written,
  json: (spec) => spec.schema ?? {},
  json_schema: () => ({ type: 'object' }),
  assignments: () => ({ type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } }),
  routes: () => ({ type: 'array', items: { $ref: '#/$defs/route' } }),
  tasks: () => ({ type: 'array', items: { anyOf: [{ $ref: '#/$defs/task' }, wholeStep] } }),
  branch: () => ({ $ref: '#/$defs/step' }),
  loop_body: () => ({ $ref: '#/$defs/steps' }),
  // The form of public Ruvon files without rules is accepted, and inserts nothing.
  injection: () => ({
    type: 'object',
    properties: {
      rules: { type: 'array', maxItems: limits.definition.injectionRules, items: { $ref: '#/$defs/injection_rule' } },
    },
    anyOf: ['rules', 'condition', 'steps'].map((key) => ({ required: [key] })),
  }),
  retry: () => ({ $ref: '#/$defs/retry' }),
  recovery: () => ({ $ref: '#/$defs/recovery' }),
  http: () => ({ $ref: '#/$defs/http' }),
  triggers: () => ({ type: 'array', maxItems: limits.triggers.perWorkflow, items: { $ref: '#/$defs/trigger' } }),
  group: ({ keys = [] }) => mapSchema(keys),
  groups: ({ keys = [], most }) => ({ type: 'array', items: mapSchema(keys), ...(most && { maxItems: most }) }),
  expressions: () => words,
}

/** Every number of the catalogue has both bounds. */
function numberSchema({ min, max }: KeySpec): JsonSchema {
  return { type: 'number', minimum: min as number, maximum: max as number }
}
