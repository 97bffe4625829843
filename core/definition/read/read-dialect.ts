import type { Json, JsonObject } from '#core/json.ts'
import type { TextRange } from '../../text-range.ts'
import type { KeySpec } from '../catalogue/key-spec.ts'
import { httpKeys } from '../catalogue/nested-keys.ts'
import type { StepType } from '../definition.ts'
import type { SourceNode } from '../text/source-node.ts'
import type { Fields } from './read-keys.ts'
import type { SourceLocation } from './source-location.ts'

/**
 * Converts steps of public Ruvon files, which leave out required keys or have them elsewhere. A form with a single
 * possible meaning is accepted with a warning.
 */
export function dialectStep(
  type: StepType | 'UNKNOWN',
  value: JsonObject,
  specs: readonly KeySpec[],
  location: SourceLocation,
): { readonly value: JsonObject; readonly specs: readonly KeySpec[] } {
  if (type === 'HTTP') return { value: withRequest(value, location), specs }
  const isImplied = ({ key, impliedBy = [] }: KeySpec) =>
    !Object.hasOwn(value, key) && impliedBy.filter((other) => Object.hasOwn(value, other)).length === 1
  return { value, specs: specs.map((spec) => (isImplied(spec) ? { ...spec, required: false } : spec)) }
}

/** Fills in the keys that such a step leaves out, once its keys have been read. */
export function fillIn(type: StepType | 'UNKNOWN', value: JsonObject, fields: Fields, location: SourceLocation): void {
  for (const key of ['input_model', 'required_input']) {
    if (fields[key] === undefined) continue
    location.child(key).warning('KEY_UNUSED', `${key} is kept in the YAML but has no effect.`, { atKey: true })
  }
  if (type === 'DECISION' && fields.routes === undefined) {
    const message =
      'The DECISION has no routes. Its function must jump, or the step fails. Add routes to continue without a jump.'
    location.child('routes').warning('KEY_MISSING', message)
    fields.routes = []
  }
  const mode = type === 'LOOP' ? modeOf(value) : undefined
  if (mode !== undefined) {
    location.child('mode').warning('KEY_MISSING', `The LOOP has no mode. It is read as mode: ${mode}.`)
    fields.mode = mode
  }
}

/** The mode of a loop without `mode`, where only one of the two fits its keys. */
function modeOf(value: JsonObject): 'ITERATE' | 'WHILE' | undefined {
  if (Object.hasOwn(value, 'mode')) return undefined
  const [isList, isCondition] = [Object.hasOwn(value, 'iterate_over'), Object.hasOwn(value, 'while_condition')]
  if (isList === isCondition) return undefined
  return isList ? 'ITERATE' : 'WHILE'
}

const requestKeys: ReadonlySet<string> = new Set(httpKeys.flatMap(({ key, aliases = [] }) => [key, ...aliases]))

/** A request whose keys are written in the step itself. */
function withRequest(value: JsonObject, location: SourceLocation): JsonObject {
  const node = location.node
  if (Object.hasOwn(value, 'http_config') || value.url === undefined || node?.entries === undefined) return value
  const isOwn = ([key]: readonly [string, Json | SourceNode]) => requestKeys.has(key)
  const own = Object.entries(value).filter(isOwn)
  const keys = own.map(([key]) => key).join(', ')
  const message = `${keys}: treated as part of http_config. Move ${own.length === 1 ? 'it' : 'them'} there.`
  location.child('url').warning('OTHER_SPELLING', message, { atKey: true })
  const { keyRange } = node.entries.get('url') as SourceNode & { readonly keyRange: TextRange }
  const entries = new Map([...node.entries].filter(isOwn))
  node.entries.set('http_config', { range: node.range, keyRange, entries })
  const others = Object.entries(value).filter((entry) => !isOwn(entry))
  return { ...Object.fromEntries(others), http_config: Object.fromEntries(own) }
}

/** Ruvon's `condition` and `steps` instead of rules; they insert nothing. */
export function isWithoutRules(map: JsonObject): boolean {
  return !Object.hasOwn(map, 'rules') && (Object.hasOwn(map, 'steps') || Object.hasOwn(map, 'condition'))
}
