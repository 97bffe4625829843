import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { TextRange } from '../../text-range.ts'
import type { KeySpec } from '../catalogue/key-spec.ts'
import type { SourceNode } from '../text/source-node.ts'
import { warnOtherSpelling } from './other-spelling.ts'
import type { Place } from './place.ts'
import { meant } from './replace-name.ts'

export type Fields = Record<string, Json>
export type ReadValue = (spec: KeySpec, value: Json, place: Place) => Json | undefined

export interface KeyRules {
  readonly specs: readonly KeySpec[]
  readonly read: ReadValue
  /** Keys that are read elsewhere or kept without a warning. */
  isKept?(key: string): boolean
  /** Name of the map in messages. */
  readonly what: string
}

/**
 * Reads the keys of a map by their declarations. Aliases are resolved. Missing and ill-typed keys are reported and left
 * out (or blank where the definition requires them). Unknown keys are warned about and stay in the text.
 */
export function readKeys(value: JsonObject, place: Place, rules: KeyRules): Fields {
  const fields: Fields = {}
  const known = new Set<string>()
  for (const spec of rules.specs) {
    const written = [spec.key, ...(spec.aliases ?? [])].filter((key) => Object.hasOwn(value, key))
    for (const key of written) known.add(key)
    const [key, second] = written
    if (key !== undefined && key !== spec.key) {
      warnOtherSpelling(place.child(key), key, spec.key, 'key')
      bindAlias(place, key, spec.key)
    }
    if (second !== undefined) {
      place.child(second).error('KEY_TWICE', `${second} is another word for ${key}. Keep one of them.`, { atKey: true })
    }
    const read =
      key === undefined ? missing(spec, place, rules) : readOne(spec, value[key] as Json, place.child(key), rules)
    if (read !== undefined) fields[spec.key] = read
  }
  const unknown = Object.keys(value).filter((key) => !known.has(key) && rules.isKept?.(key) !== true)
  for (const key of unknown.slice(0, limits.definition.problems + 1)) warnUnknown(key, place, rules)
  return fields
}

/** The value of a key that has to be a map; any other value is reported. */
export function mapAt(value: Json, place: Place, what: string): JsonObject | undefined {
  if (isJsonObject(value)) return value
  place.error('TYPE_WRONG', `${what} has to be a map: keys with values.`)
  return undefined
}

function readOne(spec: KeySpec, value: Json, place: Place, rules: KeyRules): Json | undefined {
  // The unsupported YAML alias has been reported.
  if (place.node?.isAlias) return spec.blank
  if (value === null && spec.kind !== 'json') {
    if (spec.required === true) return missingValue(spec, place)
    place.warning('VALUE_EMPTY', `${spec.key} is empty. Give it a value, or remove the line.`, { atKey: true })
    return undefined
  }
  const read = rules.read(spec, value, place)
  return read === undefined ? spec.blank : read
}

function missing(spec: KeySpec, place: Place, rules: KeyRules): Json | undefined {
  if (spec.required !== true) return undefined
  // A missing map with keys of its own is reported as its missing required keys.
  if (spec.kind === 'http') return readOne(spec, {}, place.child(spec.key), rules)
  place.child(spec.key).error('KEY_MISSING', `${rules.what} needs ${spec.key}. ${spec.help}`)
  return spec.blank
}

function missingValue(spec: KeySpec, place: Place): Json | undefined {
  place.error('KEY_MISSING', `${spec.key} is empty. ${spec.help}`, { atKey: true })
  return spec.blank
}

/** Makes a key that was written under an alias available under its own name. */
function bindAlias(place: Place, written: string, key: string): void {
  const entries = place.node?.entries as Map<string, SourceNode>
  entries.set(key, entries.get(written) as SourceNode)
}

const clock = 'Nothing starts a run by itself: let something outside call POST /v1/workflows/run.'
/** Keys of public Ruvon files, and what to use instead. */
const dialectHints: ReadonlyMap<string, string> = new Map([
  ['trigger', clock],
  ['cron_expression', clock],
  ['schedule', clock],
  ['delay_seconds', 'Give initial_interval_seconds.'],
  ['backoff_multiplier', 'Give backoff.'],
  ['saga_mode', 'Give saga_enabled: true.'],
])

function warnUnknown(key: string, place: Place, { specs, what }: KeyRules): void {
  const at = place.child(key)
  const hint = dialectHints.get(key)
  if (hint !== undefined) {
    at.warning('KEY_UNKNOWN', `${key} is kept in the text and has no effect. ${hint}`, { atKey: true })
    return
  }
  const { words, fix } = meant(
    key,
    specs.map((spec) => spec.key),
    at.node?.keyRange as TextRange,
  )
  const message = `${what} has no key ${key}; it is kept in the text and has no effect.${words}`
  at.warning('KEY_UNKNOWN', message, { atKey: true, ...(fix === undefined ? {} : { fix }) })
}
