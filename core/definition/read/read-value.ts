import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { describeSeconds } from '../catalogue/describe-seconds.ts'
import type { KeyKind, KeySpec } from '../catalogue/key-spec.ts'
import { httpKeys, recoveryKeys, retryKeys } from '../catalogue/nested-keys.ts'
import { checkSchema, validateJson } from '../schema/json-schema.ts'
import { isEmpty } from '../text/source-node.ts'
import { cleanTitle } from '../title.ts'
import { checkRetryBounds } from './check-bounds.ts'
import { functionName, warnOtherSpelling } from './other-spelling.ts'
import { mapAt, type ReadValue, readKeys } from './read-keys.ts'
import { readTriggers } from './read-triggers.ts'
import { meant } from './replace-name.ts'
import type { SourceLocation } from './source-location.ts'

/** Kinds that hold steps or name them are read with the list of steps (read-step.ts). */
type StepKind = 'routes' | 'tasks' | 'branch' | 'loop_body' | 'injection' | 'step'
type PlainKind = Exclude<KeyKind, StepKind>

const readers: { readonly [Kind in PlainKind]: ReadValue } = {
  text: readText,
  long_text: readText,
  code: readText,
  function: readFunction,
  workflow: readText,
  connection: readText,
  template: readText,
  expression: readText,
  number: readNumber,
  integer: readNumber,
  duration: readNumber,
  boolean: readBoolean,
  choice: readChoice,
  names: readNames,
  steps: readNames,
  json: readJson,
  json_schema: readSchema,
  assignments: readAssignments,
  retry: readRetry,
  recovery: readRecovery,
  http: readHttp,
  triggers: (_, value, location) => readTriggers(value, location, readPlainValue),
  group: readGroup,
  groups: readGroups,
  expressions: readExpressions,
}

/** The value of a key as the definition holds it; an invalid value is reported and undefined. */
export function readPlainValue(spec: KeySpec, value: Json, location: SourceLocation): Json | undefined {
  return readers[spec.kind as PlainKind](spec, value, location)
}

function readText(spec: KeySpec, value: Json, location: SourceLocation): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return location.written()
  if (typeof value !== 'string') {
    return wrong(location, `${spec.key} must be text. If it starts with { or [, put it in quotes.`)
  }
  if (value.trim() === '' && spec.required === true) location.error('KEY_MISSING', `${spec.key} is empty. ${spec.help}`)
  if (spec.path === true) checkPath(value, location, false)
  return spec.oneLine === undefined ? value : readTitle(spec, value, spec.oneLine, location)
}

/** A title without control characters; a blank one counts as none. */
function readTitle(spec: KeySpec, value: string, most: number, location: SourceLocation): string | undefined {
  const title = cleanTitle(value)
  if (title.length > most) {
    location.error('OUT_OF_RANGE', `${spec.key} can have up to ${most} characters; this one has ${title.length}.`)
  }
  if (title !== '') return title
  location.warning('VALUE_EMPTY', `${spec.key} is empty. Set a value, or remove the line.`, { atKey: true })
  return undefined
}

function readFunction(spec: KeySpec, value: Json, location: SourceLocation): string | undefined {
  const name = readText(spec, value, location)
  return name === undefined ? undefined : functionName(name, location)
}

/** Checks a path into the state. */
function checkPath(path: string, location: SourceLocation, atKey: boolean): void {
  if (path.split('.').every((part) => part.trim() !== '' && part !== '__proto__')) return
  const message = 'A field is a name, or several names joined by dots, such as customer.name.'
  location.error('PATH_INVALID', message, { atKey })
}

function readNumber(spec: KeySpec, value: Json, location: SourceLocation): number | string | undefined {
  if (typeof value === 'string' && spec.templated === true) return value
  const what =
    spec.kind === 'integer' ? 'a whole number' : spec.kind === 'duration' ? 'a number of seconds' : 'a number'
  if (typeof value !== 'number') {
    const advice =
      typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? ', without quotes' : ''
    return wrong(location, `${spec.key} must be ${what}${advice}.`, numberMeant(value))
  }
  if (spec.kind === 'integer' && !Number.isInteger(value)) return wrong(location, `${spec.key} must be ${what}.`)
  // Every number of the catalogue has both bounds.
  const { min, max } = spec as KeySpec & { min: number; max: number }
  if (value < min) return outOfRange(location, `${spec.key} must be at least ${bound(spec, min)}.`)
  if (value > max) return outOfRange(location, `${spec.key} can be at most ${bound(spec, max)}.`)
  return value
}

function bound(spec: KeySpec, value: number): string {
  return spec.kind === 'duration' && value >= 60 ? `${value} (${describeSeconds(value)})` : String(value)
}

/** The number in a quoted text; undefined where it would be parsed as a different number. */
function numberMeant(value: Json): string | undefined {
  const trimmed = typeof value === 'string' ? value.trim() : ''
  return String(Number(trimmed)) === trimmed && Number.isFinite(Number(trimmed)) ? trimmed : undefined
}

/** Words that older YAML and people use for true and false; here they are texts. */
const booleanWords: Readonly<Record<string, string>> = {
  true: 'true',
  yes: 'true',
  on: 'true',
  false: 'false',
  no: 'false',
  off: 'false',
}

function readBoolean(spec: KeySpec, value: Json, location: SourceLocation): boolean | undefined {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
  const meant = Object.hasOwn(booleanWords, word) ? booleanWords[word] : undefined
  const words = meant === undefined || meant === word ? ', without quotes.' : `. Did you mean ${meant}?`
  return wrong(location, `${spec.key} must be true or false${words}`, meant)
}

function readChoice(spec: KeySpec, value: Json, location: SourceLocation): string | undefined {
  const choices = spec.choices as readonly string[]
  if (typeof value === 'string') {
    const alias = spec.choiceAliases?.[value]
    if (alias !== undefined) warnOtherSpelling(location, value, alias)
    const choice = alias ?? value
    if (choices.includes(choice)) return choice
  }
  const written = typeof value === 'string' ? value : location.written()
  const { words, fix } = meant(written, choices, location.range())
  const message = `${spec.key} must be ${choices.length === 1 ? '' : 'one of '}${choices.join(', ')}.${words}`
  location.error('CHOICE_UNKNOWN', message, fix === undefined ? {} : { fix })
  return undefined
}

/** A list of words; a single word counts as a list of one. */
function readNames(spec: KeySpec, value: Json, location: SourceLocation): readonly string[] | undefined {
  const list = Array.isArray(value) ? value : [value]
  const names = list.flatMap((item: Json, index) => {
    const at = Array.isArray(value) ? location.child(index) : location
    const written = typeof item === 'number' || typeof item === 'boolean' ? at.written() : item
    const name = typeof written === 'string' && spec.oneLine !== undefined ? cleanTitle(written) : written
    if (typeof name === 'string' && name.trim() !== '') {
      checkLine(spec, name, at)
      return [name]
    }
    at.error('TYPE_WRONG', `${spec.key} must be a name or a list of names.`)
    return []
  })
  reportMore(spec, names.length, location)
  if (names.length === 0 && list.length > 0) return undefined
  return spec.oneLine === undefined ? names : [...new Set(names)]
}

function checkLine(spec: KeySpec, name: string, location: SourceLocation): void {
  if (name.length <= (spec.oneLine ?? Infinity)) return
  const message = `An entry of ${spec.key} can have up to ${spec.oneLine} characters; this one has ${name.length}.`
  location.error('OUT_OF_RANGE', message)
}

function readJson(spec: KeySpec, value: Json, location: SourceLocation): Json | undefined {
  if (spec.schema === undefined) return value
  const [error] = validateJson(spec.schema, value)
  return error === undefined
    ? value
    : wrong(location, `${spec.key}${error.path === '' ? '' : ` at ${error.path}`}: ${error.message}`)
}

function readSchema(spec: KeySpec, value: Json, location: SourceLocation): JsonObject | undefined {
  if (!isJsonObject(value)) return wrong(location, `${spec.key} must be a JSON Schema: a map that starts with type.`)
  const reason = checkSchema(value)
  if (reason !== null) location.error('SCHEMA_INVALID', `${spec.key} is not a valid JSON Schema: ${reason}`)
  // The map is returned even when invalid: it is invalid between two keystrokes, and the author must not lose the rest.
  return value
}

function readAssignments(spec: KeySpec, value: Json, location: SourceLocation): JsonObject | undefined {
  if (!isJsonObject(value)) return wrong(location, `${spec.key} must be a map of state fields and expressions.`)
  if (Object.keys(value).length === 0)
    location.error('KEY_MISSING', `${spec.key} sets nothing. ${spec.help}`, { atKey: true })
  const entries = Object.entries(value).flatMap(([path, source]): [string, string][] => {
    const at = location.child(path)
    checkPath(path, at, true)
    const text = source === null ? readNull(path, at) : readText({ ...spec, key: path, kind: 'expression' }, source, at)
    return text === undefined ? [] : [[path, text]]
  })
  return Object.fromEntries(entries)
}

/** `null` is an expression; an empty value is not. */
function readNull(path: string, location: SourceLocation): string {
  if (location.node !== undefined && isEmpty(location.node.range)) {
    location.error('KEY_MISSING', `${path} has no expression. Add one.`, { atKey: true })
  }
  return 'null'
}

function readRetry(spec: KeySpec, value: Json, location: SourceLocation): JsonObject | undefined {
  const map = mapAt(value, location, spec.key)
  if (map === undefined) return undefined
  const policy = readKeys(map, location, { specs: retryKeys, read: readPlainValue, what: spec.key })
  checkRetryBounds(policy, location)
  return policy
}

function readRecovery(spec: KeySpec, value: Json, location: SourceLocation): JsonObject | undefined {
  const map = mapAt(value, location, spec.key)
  return map && readKeys(map, location, { specs: recoveryKeys, read: readPlainValue, what: spec.key })
}

function readHttp(spec: KeySpec, value: Json, location: SourceLocation): JsonObject | undefined {
  const map = mapAt(value, location, spec.key)
  return map && readKeys(map, location, { specs: httpKeys, read: readPlainValue, what: spec.key })
}

function readGroup(spec: KeySpec, value: Json, location: SourceLocation): JsonObject | undefined {
  const map = mapAt(value, location, spec.key)
  const specs = spec.keys as readonly KeySpec[]
  return map && readKeys(map, location, { specs, read: readPlainValue, what: spec.key })
}

/** A list of maps; what is no map is reported and left out. */
function readGroups(spec: KeySpec, value: Json, location: SourceLocation): readonly JsonObject[] | undefined {
  if (!Array.isArray(value)) return wrong(location, `${spec.key} must be a list.`)
  reportMore(spec, value.length, location)
  return (value as readonly Json[]).flatMap((each, index): readonly JsonObject[] => {
    const map = readGroup(spec, each, location.child(index))
    return map === undefined ? [] : [map]
  })
}

/** A list of expressions; a single one counts as a list of one. */
function readExpressions(spec: KeySpec, value: Json, location: SourceLocation): readonly string[] | undefined {
  const list: readonly Json[] = Array.isArray(value) ? value : [value]
  reportMore(spec, list.length, location)
  const isWritten = (source: string | undefined): source is string => source !== undefined && source.trim() !== ''
  return list.flatMap((each, index) => {
    const source = readText(spec, each, Array.isArray(value) ? location.child(index) : location)
    return isWritten(source) ? [source] : []
  })
}

function reportMore(spec: KeySpec, count: number, location: SourceLocation): void {
  if (count <= (spec.most ?? Infinity)) return
  location.error('OUT_OF_RANGE', `${spec.key} can have up to ${spec.most} entries; there are ${count}.`)
}

/** Reports a wrong value. `meant` is the replacement where it is certain; text over several lines is not replaced. */
function wrong(location: SourceLocation, message: string, meant?: string): undefined {
  const isOneLine = !location.written().includes('\n')
  const fix = { title: `Change to ${meant}`, range: location.range(), text: meant ?? '' }
  location.error('TYPE_WRONG', message, meant !== undefined && isOneLine ? { fix } : {})
}

function outOfRange(location: SourceLocation, message: string): undefined {
  location.error('OUT_OF_RANGE', message)
}
