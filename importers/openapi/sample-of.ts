import { isJsonList, type Json, type JsonObject, objectOf } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { References } from './references.ts'

/**
 * A value of the form of a schema, with an expression over the input where the author has to say what it is. An object has
 * its required properties; one without any has all of them.
 */
export function sampleOf(schema: Json | undefined, path: readonly string[], references: References): Json {
  const own = objectOf(references.resolve(schema))
  const listed = isJsonList(own.allOf) ? own.allOf : []
  const { bodyDepth, bodyFields } = limits.connectors
  if (!references.spend(1 + listed.length + costOf(path.join('.')))) return inputAt(path)
  const all = [own, ...listed.map((part) => objectOf(references.resolve(part)))]
  const given =
    all.find((part) => part.const !== undefined)?.const ?? all.find((part) => part.default !== undefined)?.default
  const text = given === undefined ? null : shortJson(given)
  // A text with an expression would be evaluated in the step.
  if (text !== null && !text.includes('{{') && references.spend(costOf(text))) return given as Json
  const properties = propertiesOf(all)
  const names = Object.keys(properties)
  if (names.length === 0 || path.length === bodyDepth || !references.spend(names.length)) return inputAt(path)
  const required = new Set(all.flatMap((part) => (isJsonList(part.required) ? part.required.slice(0, bodyFields) : [])))
  const needed = names.filter((name) => required.has(name))
  const chosen = (needed.length > 0 ? needed : names).slice(0, bodyFields)
  return Object.fromEntries(chosen.map((name) => [name, sampleOf(properties[name], [...path, name], references)]))
}

/** Properties of a schema and its parts, whose names could be those of fields. */
function propertiesOf(parts: readonly JsonObject[]): { readonly [name: string]: Json } {
  const all: Record<string, Json> = {}
  for (const part of parts) {
    for (const [name, schema] of Object.entries(objectOf(part.properties))) {
      if (name !== '__proto__' && name.length <= limits.text.name) all[name] = schema
    }
  }
  return all
}

/** A long text counts as several properties. */
const costOf = (text: string): number => Math.floor(text.length / 40)

/** What `shortJson` said of lists and maps: references lead to the same one again and again. */
const known = new WeakMap<object, string | null>()

/** The JSON of a value; null where it is longer than a sample may be. */
function shortJson(value: Json): string | null {
  const most = limits.connectors.givenCharacters
  if (typeof value === 'string' && value.length > most) return null
  const kept = typeof value === 'object' && value !== null ? known.get(value) : undefined
  if (kept !== undefined) return kept
  const text = JSON.stringify(value)
  const short = text.length > most ? null : text
  if (typeof value === 'object' && value !== null) known.set(value, short)
  return short
}

/** The expression for a value of the input: `{{ input.customer.name }}`. */
export function inputAt(path: readonly string[]): string {
  const parts = path.map((part) => (/^[A-Za-z_]\w*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`))
  return `{{ input${parts.length === 0 ? '.body' : parts.join('')} }}`
}
