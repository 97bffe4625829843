import { isJsonList, type Json, objectOf } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { References } from './references.ts'

/**
 * A value of the form of a schema, with an expression over the input where the author has to say what it is. An object has
 * its required properties; one without any has all of them.
 */
export function sampleOf(schema: Json | undefined, path: readonly string[], references: References): Json {
  const resolved = references.resolve(schema)
  const own = objectOf(resolved)
  const parts = isJsonList(own.allOf) ? own.allOf.map((part) => objectOf(references.resolve(part))) : []
  const all = [own, ...parts]
  const given =
    all.find((part) => part.const !== undefined)?.const ?? all.find((part) => part.default !== undefined)?.default
  // A text with an expression would be evaluated in the step.
  if (given !== undefined && !JSON.stringify(given).includes('{{')) return given
  // `Object.assign` leaves out the key __proto__.
  const properties = Object.assign({}, ...all.map((part) => objectOf(part.properties))) as { [name: string]: Json }
  const names = Object.keys(properties)
  const isDeep = path.length === limits.connectors.bodyDepth
  if (names.length === 0 || isDeep || !references.spend(names.length + parts.length)) return inputAt(path)
  const required = all.flatMap((part) => (isJsonList(part.required) ? part.required : []))
  const needed = names.filter((name) => required.includes(name))
  const chosen = (needed.length > 0 ? needed : names).slice(0, limits.connectors.bodyFields)
  return Object.fromEntries(chosen.map((name) => [name, sampleOf(properties[name], [...path, name], references)]))
}

/** The expression for a value of the input: `{{ input.customer.name }}`. */
export function inputAt(path: readonly string[]): string {
  const parts = path.map((part) => (/^[A-Za-z_]\w*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`))
  return `{{ input${parts.length === 0 ? '.body' : parts.join('')} }}`
}
