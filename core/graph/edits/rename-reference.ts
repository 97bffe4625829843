import { keysOfType } from '#core/definition/catalogue.ts'
import { stepTypes } from '#core/definition/definition.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { mapList, withKey } from './raw-step.ts'

/** New names by old ones. */
export type Names = ReadonlyMap<string, string>
/** What renaming needs of it. */
type Renames = Pick<Names, 'get'>

/**
 * Renames `steps.<name>` in a step: in the keys that hold expressions, elsewhere
 * inside `{{ }}`. Purely lexical, so that it also works where an expression has
 * a mistake; string literals are left alone. Steps in the body of a loop are not
 * its business.
 */
export function renameReferences(step: JsonObject, names: Renames): JsonObject {
  const entries = Object.entries(step)
  const renamed = entries.map(([key, value]) => {
    if (key === 'loop_body' || key === 'dynamic_injection') return value
    if (key === 'routes' && isJsonList(value)) return mapList(value, (route) => inRoute(route, names))
    return inValue(value, expressionKeys.has(key) ? inExpression : inTemplate, names)
  })
  if (renamed.every((value, index) => value === entries[index]?.[1])) return step
  return Object.fromEntries(entries.map(([key], index) => [key, renamed[index] as Json]))
}

const expressionKeys: ReadonlySet<string> = new Set(
  stepTypes
    .flatMap(keysOfType)
    .flatMap(({ key, kind }) => (kind === 'expression' || kind === 'assignments' ? [key] : [])),
)

type Rename = (source: string, names: Renames) => string

function inRoute(route: Json, names: Renames): Json {
  if (!isJsonObject(route) || typeof route.condition !== 'string') return route
  const condition = inExpression(route.condition, names)
  return condition === route.condition ? route : withKey(route, 'condition', condition)
}

function inValue(value: Json, rename: Rename, names: Renames): Json {
  if (typeof value === 'string') return rename(value, names)
  if (isJsonList(value)) return mapList(value, (item) => inValue(item, rename, names))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value)
  const renamed = entries.map(([, item]) => inValue(item, rename, names))
  if (renamed.every((item, index) => item === entries[index]?.[1])) return value
  return Object.fromEntries(entries.map(([key], index) => [key, renamed[index] as Json]))
}

function inTemplate(text: string, names: Renames): string {
  return text.replace(/\{\{[\s\S]*?\}\}/g, (template) => inExpression(template, names))
}

/** A string literal, `steps.name`, `steps["name"]`, or a path that ends in `steps` and is something else. */
const token =
  /"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|[\w.]*\bsteps(?:\s*\.\s*([A-Za-z_]\w*)|\s*\[\s*(["'])([^"'\\]*)\2\s*\])/g

function inExpression(source: string, names: Renames): string {
  return source.replace(
    token,
    (match, dotted: string | undefined, quote: string | undefined, indexed: string | undefined) => {
      const from = dotted ?? indexed
      const to = from === undefined || !/^steps\b/.test(match) ? undefined : names.get(from)
      if (from === undefined || to === undefined) return match
      if (quote !== undefined) return match.replace(quote + from + quote, () => quote + to + quote)
      return /^[A-Za-z_]\w*$/.test(to) ? match.slice(0, -from.length) + to : `steps["${to}"]`
    },
  )
}
