import { scopeTypes } from '#core/definition/check/scope-types.ts'
import type { ControlFlow } from '#core/definition/control-flow.ts'
import type { Definition, Step } from '#core/definition/definition.ts'
import { alternatives, type ObjectType, type ScopeTypes, type ValueType } from '#core/expression/check/types.ts'
import { isJsonObject, type JsonObject } from '#core/json.ts'
import { readFields } from './references.ts'

export interface ExtractedPart {
  readonly definition: Definition
  readonly flow: ControlFlow
  /** The steps of the part in their new form, by name, in the order of the text. */
  readonly steps: ReadonlyMap<string, JsonObject>
}

/**
 * State fields that a part of a workflow reads by name and does not always write before: the properties of its input,
 * with the types at the entry of the part.
 */
export function inputOfPart(part: ExtractedPart): JsonObject {
  const fields = new Set<string>()
  const before = writtenBefore(part)
  for (const [name, step] of part.steps) {
    for (const field of readsOf(step, before.get(name) as ReadonlySet<string>)) fields.add(field)
  }
  const scopes = scopeTypes(part.definition, part.flow)
  const { definition, flow, steps } = part
  const entries = definition.steps.filter(
    ({ name }) => steps.has(name) && !flow.incoming(name).some(({ from, back }) => steps.has(from) && !back),
  )
  const [scope] = entries.map(({ name }) => scopes.get(name) as ScopeTypes)
  return Object.fromEntries([...fields].map((field) => [field, schemaOf(field, definition, scope as ScopeTypes)]))
}

const nothing: ReadonlySet<string> = new Set()

/** The schema of a field: from the workflow's own input where the field comes from there unchanged. */
function schemaOf(field: string, { input_schema: schema }: Definition, { input, state }: ScopeTypes): JsonObject {
  const type = fieldOf(state, field)
  const written = isJsonObject(schema?.properties) ? schema.properties[field] : undefined
  if (isJsonObject(written) && type === fieldOf(input, field)) return written
  return type === undefined ? {} : schemaOfType(type)
}

function fieldOf(type: ScopeTypes['state'], field: string) {
  const { fields } = type as ObjectType
  return fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined
}

/** State fields that each step finds written by steps of the part on every way. */
function writtenBefore({ definition, flow, steps }: ExtractedPart): ReadonlyMap<string, ReadonlySet<string>> {
  const inside = new Map(definition.steps.flatMap((step) => (steps.has(step.name) ? [[step.name, step] as const] : [])))
  const waysTo = (name: string) => flow.incoming(name).filter(({ back }) => !back)
  const waysIn = (name: string) => waysTo(name).filter(({ from }) => inside.has(from))
  const left = new Map([...inside.keys()].map((name) => [name, waysIn(name).length]))
  const before = new Map<string, ReadonlySet<string>>()
  // The loop also visits the steps that it appends: every step follows all of its predecessors.
  const ready = [...inside.keys()].filter((name) => left.get(name) === 0)
  for (const name of ready) {
    const [first = nothing, ...others] = waysTo(name).map(({ from, kind }) => {
      const giver = inside.get(from)
      if (giver === undefined) return nothing
      const found = before.get(from) as ReadonlySet<string>
      return kind === 'failure' ? found : new Set([...found, ...alwaysWritten(giver)])
    })
    before.set(name, new Set([...first].filter((field) => others.every((one) => one.has(field)))))
    for (const { to, back } of flow.outgoing(name)) {
      const count = left.get(to)
      if (back || count === undefined) continue
      left.set(to, count - 1)
      if (count === 1) ready.push(to)
    }
  }
  return before
}

/**
 * State fields that a step always writes when it is done, without optional writes and writes into an existing value.
 */
function alwaysWritten(step: Step): readonly string[] {
  if (step.when !== undefined || step.type === 'HUMAN' || step.type === 'SIGNAL') return []
  const paths = step.type === 'TRANSFORM' ? Object.keys(step.set) : [step.output_key ?? '']
  return paths.filter((path) => /^\w+$/.test(path))
}

/** State fields that a step reads before they are written; each assignment of a TRANSFORM sees those above it. */
function readsOf(step: JsonObject, before: ReadonlySet<string>): readonly string[] {
  const { set, ...others } = step
  const written = new Set(before)
  const found = readFields([others]).filter((field) => !written.has(field))
  if (!isJsonObject(set)) return found
  for (const [path, source] of Object.entries(set)) {
    found.push(...readFields([{ set: { [path]: source } }]).filter((field) => !written.has(field)))
    written.add(path)
  }
  return found
}

const scalars: ReadonlySet<ValueType['kind']> = new Set(['null', 'boolean', 'number', 'string'])

/** The JSON Schema of a static type; an empty one where nothing is certain. */
function schemaOfType(type: ValueType): JsonObject {
  if (scalars.has(type.kind)) return { type: type.kind }
  switch (type.kind) {
    case 'list': {
      const items = schemaOfType(type.element)
      return { type: 'array', ...(isEmpty(items) ? {} : { items }) }
    }
    case 'object': {
      const fields = Object.entries(type.fields).map(([name, field]) => [name, schemaOfType(field)] as const)
      return { type: 'object', ...(fields.length === 0 ? {} : { properties: Object.fromEntries(fields) }) }
    }
    default: {
      const kinds = alternatives(type).map(({ kind }) => kind)
      return kinds.every((kind) => scalars.has(kind)) ? { type: kinds } : {}
    }
  }
}

const isEmpty = (schema: JsonObject) => Object.keys(schema).length === 0
