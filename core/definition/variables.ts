import { isJsonObject, type Json } from '#core/json.ts'
import type { Definition } from './definition.ts'

/** Values of variables by name, as a run recorded them at its start. */
export interface Variables {
  readonly [name: string]: string
}

/** `vars.NAME` or `vars["NAME"]`, where `vars` is no field of something else. */
const reference = /(?<![\w.])vars\s*(?:\.\s*([A-Za-z_]\w*)|\[\s*(["'])([A-Za-z_]\w*)\2\s*\])/g

/** A text of a definition that names a variable. */
interface VariableUse {
  readonly name: string
  /** Keys and indexes from the value that was searched. */
  readonly path: readonly (string | number)[]
}

/** The variables that the texts in a value name. A text that no expression is in may be among them: that costs a value. */
export function variableUses(value: unknown, path: readonly (string | number)[] = []): readonly VariableUse[] {
  if (typeof value === 'string') {
    if (!value.includes('vars')) return []
    return [...value.matchAll(reference)].map(([, plain, , quoted]) => ({ name: (plain ?? quoted) as string, path }))
  }
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => variableUses(item, [...path, index]))
  if (!isJsonObject(value as Json)) return []
  return Object.entries(value as object).flatMap(([key, item]) => variableUses(item, [...path, key]))
}

const known = new WeakMap<Definition, readonly string[]>()

/** The names of the variables that a definition reads, each once, in order. */
export function variablesOf(definition: Definition): readonly string[] {
  let names = known.get(definition)
  if (names === undefined) {
    names = [...new Set(variableUses(definition).map(({ name }) => name))].sort()
    known.set(definition, names)
  }
  return names
}
