import type { KeySpec } from '#core/definition/catalogue.ts'
import { isJsonObject, type Json } from '#core/json.ts'

type Fields = Readonly<Record<string, Json | undefined>>

/**
 * Conditions under which a key has an effect, where one setting of a step makes another pointless. Set keys are shown
 * all the same.
 */
const needs: Readonly<Record<string, (fields: Fields) => boolean>> = {
  'LOOP while_condition': ({ mode }) => mode === 'WHILE',
  'LOOP iterate_over': ({ mode }) => mode !== 'WHILE',
  'LOOP item_var_name': ({ mode }) => mode !== 'WHILE',
  'PARALLEL task_function': (fields) => isList(fields) && fields.task === undefined,
  'PARALLEL task': (fields) => isList(fields) && fields.task_function === undefined,
  'PARALLEL item_var_name': (fields) => isList(fields),
  'PARALLEL batch_size': (fields) => isList(fields),
  'PARALLEL tasks': (fields) => !isList(fields),
  'PARALLEL merge_strategy': (fields) => !isList(fields),
  'PARALLEL merge_conflict_behavior': (fields) => !isList(fields),
  'PARALLEL iterate_over': ({ tasks }) => !Array.isArray(tasks) || tasks.length === 0,
}

const isList = ({ iterate_over: list }: Fields): boolean => list !== undefined

/** The keys that have an effect for a step with these fields. Keys that are set or wrong are always included. */
export function relevantKeys(
  type: string,
  keys: readonly KeySpec[],
  fields: Fields,
  isWrong: (key: string) => boolean,
): readonly KeySpec[] {
  return keys.filter(({ key }) => isSet(fields[key]) || isWrong(key) || (needs[`${type} ${key}`]?.(fields) ?? true))
}

/** The fields that keep their place while the user types into one of them. */
export interface VisitedFields {
  /** The key of the focused field. */
  readonly current: string | null
  /** The keys of fields that have had the focus, and whether each field is among the folded ones. */
  readonly folded: ReadonlyMap<string, boolean>
}

export const noneVisited: VisitedFields = { current: null, folded: new Map() }

/**
 * The keys, with the key of the focused field at its previous place. Without this, emptying the field could remove it.
 */
export function keepKey(
  keys: readonly KeySpec[],
  before: readonly KeySpec[],
  current: string | null,
): readonly KeySpec[] {
  const at = before.findIndex(({ key }) => key === current)
  const kept = before[at]
  if (kept === undefined || keys.some(({ key }) => key === current)) return keys
  const earlier = new Set(before.slice(0, at).map(({ key }) => key))
  return keys.toSpliced(keys.findLastIndex(({ key }) => earlier.has(key)) + 1, 0, kept)
}

/** Splits off the advanced keys that are not in use; these are folded away. */
export function splitAdvanced(
  keys: readonly KeySpec[],
  fields: Fields,
  isWrong: (key: string) => boolean,
  held: VisitedFields = noneVisited,
): { readonly plain: readonly KeySpec[]; readonly folded: readonly KeySpec[] } {
  const isFolded = ({ key, advanced }: KeySpec) =>
    held.folded.get(key) ?? (advanced === true && !isSet(fields[key]) && !isWrong(key))
  return { plain: keys.filter((spec) => !isFolded(spec)), folded: keys.filter(isFolded) }
}

function isSet(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0
  return isJsonObject(value) ? Object.keys(value).length > 0 : value !== undefined
}
