import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { TextRange } from '../../text-range.ts'
import type { KeySpec } from '../catalogue/key-spec.ts'
import type { SourceNode } from '../text/source-node.ts'
import { warnOtherSpelling } from './other-spelling.ts'
import { meant } from './replace-name.ts'
import { scheduleRepair } from './schedule-repair.ts'
import type { SourceLocation } from './source-location.ts'

export type Fields = Record<string, Json>
export type ReadValue = (spec: KeySpec, value: Json, location: SourceLocation) => Json | undefined

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
export function readKeys(value: JsonObject, location: SourceLocation, rules: KeyRules): Fields {
  const fields: Fields = {}
  const known = new Set<string>()
  for (const spec of rules.specs) {
    const written = [spec.key, ...(spec.aliases ?? [])].filter((key) => Object.hasOwn(value, key))
    for (const key of written) known.add(key)
    const [key, second] = written
    if (key !== undefined && key !== spec.key) {
      warnOtherSpelling(location.child(key), key, spec.key, 'key')
      bindAlias(location, key, spec.key)
    }
    if (second !== undefined) {
      location
        .child(second)
        .error('KEY_TWICE', `${second} means the same as ${key}. Keep one of them.`, { atKey: true })
    }
    const read =
      key === undefined ? missing(spec, location, rules) : readOne(spec, value[key] as Json, location.child(key), rules)
    if (read !== undefined) fields[spec.key] = read
  }
  const unknown = Object.keys(value).filter((key) => !known.has(key) && rules.isKept?.(key) !== true)
  for (const key of unknown.slice(0, limits.definition.problems + 1)) warnUnknown(key, value, location, rules)
  return fields
}

/** The value of a key that has to be a map; any other value is reported. */
export function mapAt(value: Json, location: SourceLocation, what: string): JsonObject | undefined {
  if (isJsonObject(value)) return value
  location.error('TYPE_WRONG', `${what} must be a map of keys and values.`)
  return undefined
}

function readOne(spec: KeySpec, value: Json, location: SourceLocation, rules: KeyRules): Json | undefined {
  // The unsupported YAML alias has been reported.
  if (location.node?.isAlias) return spec.blank
  if (value === null && spec.kind !== 'json') {
    if (spec.required === true) return missingValue(spec, location)
    location.warning('VALUE_EMPTY', `${spec.key} is empty. Set a value, or remove the line.`, { atKey: true })
    return undefined
  }
  const read = rules.read(spec, value, location)
  return read === undefined ? spec.blank : read
}

function missing(spec: KeySpec, location: SourceLocation, rules: KeyRules): Json | undefined {
  if (spec.required !== true) return undefined
  // A missing map with keys of its own is reported as its missing required keys.
  if (spec.kind === 'http') return readOne(spec, {}, location.child(spec.key), rules)
  location.child(spec.key).error('KEY_MISSING', `${rules.what} needs ${spec.key}. ${spec.help}`)
  return spec.blank
}

function missingValue(spec: KeySpec, location: SourceLocation): Json | undefined {
  location.error('KEY_MISSING', `${spec.key} is empty. ${spec.help}`, { atKey: true })
  return spec.blank
}

/** Makes a key that was written under an alias available under its own name. */
function bindAlias(location: SourceLocation, written: string, key: string): void {
  const entries = location.node?.entries as Map<string, SourceNode>
  entries.set(key, entries.get(written) as SourceNode)
}

const clock = 'Use triggers with type: schedule and cron.'
/** Keys of public Ruvon files, and what to use instead. */
const dialectHints: ReadonlyMap<string, string> = new Map([
  ['trigger', clock],
  ['cron_expression', clock],
  ['schedule', clock],
  ['delay_seconds', 'Use initial_interval_seconds.'],
  ['backoff_multiplier', 'Use backoff.'],
  ['saga_mode', 'Use saga_enabled: true.'],
])

function warnUnknown(key: string, map: JsonObject, location: SourceLocation, { specs, what }: KeyRules): void {
  const at = location.child(key)
  const hint = dialectHints.get(key)
  if (hint !== undefined) {
    const fix = hint === clock ? scheduleRepair(key, map, location) : undefined
    const message = `${key} is kept in the YAML but has no effect. ${hint}`
    at.warning('KEY_UNKNOWN', message, { atKey: true, ...(fix === undefined ? {} : { fix }) })
    return
  }
  const { words, fix } = meant(
    key,
    specs.map((spec) => spec.key),
    at.node?.keyRange as TextRange,
  )
  const message = `${what} has no key ${key}. It is kept in the YAML but has no effect.${words}`
  at.warning('KEY_UNKNOWN', message, { atKey: true, ...(fix === undefined ? {} : { fix }) })
}
