import { alternatives, type ObjectType, type ValueType } from '#core/expression/check/types.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject, type JsonSchema, objectOf } from '#core/json.ts'
import { payloadRefOf } from '#core/run/payload/payload-ref.ts'
import { modelTexts } from '../../texts/model.ts'

/** The known names that a step may read: their types before any run, and their values in the last run. */
interface ReadableNames {
  readonly state: ValueType | undefined
  readonly item: ValueType | undefined
  /** By step, its output. */
  readonly outputs: Readonly<Record<string, ValueType | undefined>>
  readonly input: JsonSchema | undefined
}

/** A form for what a step finds when it runs alone, with controls for what is known and JSON for the rest. */
export function sampleForm({ state, item, outputs, input }: ReadableNames, given: JsonObject): JsonSchema {
  const part = (title: string, schema: JsonSchema): JsonSchema => ({ ...schema, title })
  const found = isJsonObject(given.outputs) ? given.outputs : {}
  const ofSteps = Object.keys(found).map((name) => [name, part(name, schemaOf(outputs[name], found[name]))] as const)
  const properties = {
    ...(given.item === undefined ? {} : { item: part(modelTexts.listItem, schemaOf(item, given.item)) }),
    state: part('State', schemaOf(state, given.state)),
    ...(ofSteps.length === 0
      ? {}
      : {
          outputs: { type: 'object', title: modelTexts.outputsOfEarlierSteps, properties: Object.fromEntries(ofSteps) },
        }),
    input: part(modelTexts.inputOfWorkflow, input ?? schemaOf(undefined, given.input)),
  }
  return { type: 'object', required: Object.keys(properties), properties }
}

/** Deeper than this, a value is written as JSON. */
const deepest = 3
/** More fields than this are easier to read as JSON. */
const mostFields = 40

/** A schema whose control can hold what is there: the type where that says enough, else what the value is. */
function schemaOf(type: ValueType | undefined, value: Json | undefined, depth = 0): JsonSchema {
  // An offloaded value is no object with fields.
  if (payloadRefOf(value) !== null) return {}
  const one = single(type)
  const objects = one?.kind === 'object' ? one : null
  if (isJsonObject(value) || (objects !== null && isAbsent(value))) {
    return depth >= deepest ? {} : objectSchema(objects, objectOf(value), depth)
  }
  return leafSchema(isAbsent(value) ? one?.kind : kindOf(value), one, value)
}

function objectSchema(type: ObjectType | null, value: JsonObject, depth: number): JsonSchema {
  const names = [...new Set([...Object.keys(type?.fields ?? {}), ...Object.keys(value)])]
  if (names.length === 0 || names.length > mostFields) return {}
  const field = (name: string) => ({ ...schemaOf(type?.fields[name], value[name], depth + 1), title: name })
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, field(name)])) }
}

function leafSchema(kind: ValueType['kind'] | undefined, type: ValueType | null, value: Json | undefined): JsonSchema {
  switch (kind) {
    case 'string':
    case 'timestamp':
    case 'duration':
      return typeof value === 'string' && isLong(value) ? { type: 'string', format: 'textarea' } : { type: 'string' }
    case 'number':
    case 'boolean':
      return { type: kind }
    case 'list': {
      const texts = isJsonList(value)
        ? value.length > 0 && value.every((element) => typeof element === 'string')
        : type?.kind === 'list' && single(type.element)?.kind === 'string'
      return texts ? { type: 'array', items: { type: 'string' } } : {}
    }
    default:
      return {}
  }
}

const isLong = (text: string): boolean => text.length > 80 || text.includes('\n')
const isAbsent = (value: Json | undefined): value is null | undefined => value === undefined || value === null

/** The type of a value apart from null, if there is only one. */
function single(type: ValueType | undefined): ValueType | null {
  const kinds = type === undefined ? [] : alternatives(type).filter(({ kind }) => kind !== 'null')
  return kinds.length === 1 ? (kinds[0] as ValueType) : null
}

function kindOf(value: Json): ValueType['kind'] {
  if (isJsonList(value)) return 'list'
  return typeof value as 'string' | 'number' | 'boolean' | 'object'
}
