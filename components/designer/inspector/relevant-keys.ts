import type { KeySpec } from '#core/definition/catalogue.ts'
import { isJsonObject, type Json } from '#core/json.ts'

type Fields = Readonly<Record<string, Json | undefined>>

/** What each of two ways to fill in a step makes pointless; what is set is shown all the same. */
const needs: Readonly<Record<string, (fields: Fields) => boolean>> = {
  'LOOP while_condition': ({ mode }) => mode === 'WHILE',
  'LOOP iterate_over': ({ mode }) => mode !== 'WHILE',
  'LOOP item_var_name': ({ mode }) => mode !== 'WHILE',
  'PARALLEL task_function': (fields) => isList(fields),
  'PARALLEL item_var_name': (fields) => isList(fields),
  'PARALLEL batch_size': (fields) => isList(fields),
  'PARALLEL tasks': (fields) => !isList(fields),
  'PARALLEL merge_strategy': (fields) => !isList(fields),
  'PARALLEL merge_conflict_behavior': (fields) => !isList(fields),
  'PARALLEL iterate_over': ({ tasks }) => !Array.isArray(tasks) || tasks.length === 0,
}

const isList = ({ iterate_over: list }: Fields): boolean => list !== undefined

/** The keys that mean something for a step as it is filled in; those that are set or wrong are always there. */
export function relevantKeys(
  type: string,
  keys: readonly KeySpec[],
  fields: Fields,
  isWrong: (key: string) => boolean,
): readonly KeySpec[] {
  return keys.filter(({ key }) => isSet(fields[key]) || isWrong(key) || (needs[`${type} ${key}`]?.(fields) ?? true))
}

/** Those that are seldom needed and not in use: they are folded away. */
export function splitAdvanced(
  keys: readonly KeySpec[],
  fields: Fields,
  isWrong: (key: string) => boolean,
): { readonly plain: readonly KeySpec[]; readonly folded: readonly KeySpec[] } {
  const isFolded = ({ key, advanced }: KeySpec) => advanced === true && !isSet(fields[key]) && !isWrong(key)
  return { plain: keys.filter((spec) => !isFolded(spec)), folded: keys.filter(isFolded) }
}

function isSet(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0
  return isJsonObject(value) ? Object.keys(value).length > 0 : value !== undefined
}
