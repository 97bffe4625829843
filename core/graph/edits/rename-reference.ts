import { keysOfType } from '#core/definition/catalogue.ts'
import { stepTypes } from '#core/definition/definition.ts'
import { templateParts } from '#core/definition/expression/template/template.ts'
import { stepReferences } from '#core/definition/script/step-references.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { mapList, withKey } from './raw-step.ts'

/** New names by old ones. */
export type Names = ReadonlyMap<string, string>
/** What renaming needs of it. */
type Renames = Pick<Names, 'get'>

/**
 * Renames `steps.<name>` in a step: in the keys that hold expressions, in
 * scripts where it is sure what they read, elsewhere inside `{{ }}`. Purely
 * lexical, so that it also works where an expression has a mistake; string
 * literals are left alone. Steps in the body of a loop are not its business.
 */
export function renameReferences(step: JsonObject, names: Renames): JsonObject {
  const entries = Object.entries(step)
  const renamed = entries.map(([key, value]) => {
    if (key === 'loop_body' || key === 'dynamic_injection') return value
    if (key === 'routes' && isJsonList(value)) return mapList(value, (route) => inRoute(route, names))
    return inValue(value, renameIn(key), names)
  })
  if (renamed.every((value, index) => value === entries[index]?.[1])) return step
  return Object.fromEntries(entries.map(([key], index) => [key, renamed[index] as Json]))
}

const expressionKeys: ReadonlySet<string> = new Set(
  stepTypes
    .flatMap(keysOfType)
    .flatMap(({ key, kind }) => (kind === 'expression' || kind === 'assignments' ? [key] : [])),
)

/** A time is a text with `{{ }}` or an expression that gives one; a date as it is written names no step. */
const timeKeys: ReadonlySet<string> = new Set(['until', 'duration_seconds'])

type Rename = (source: string, names: Renames) => string

function renameIn(key: string): Rename {
  if (expressionKeys.has(key)) return inExpression
  if (timeKeys.has(key)) return (text, names) => (text.includes('{{') ? inTemplate : inExpression)(text, names)
  return key === 'code' ? inScript : inTemplate
}

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
  if (!text.includes('{{')) return text
  return templateParts(text)
    .map((part) => {
      if (part.kind === 'text') return part.text
      if (part.kind === 'expression') return `{{${inExpression(part.source, names)}}}`
      // A quote or a brace too many: each pair of braces is taken for an expression then.
      return text.slice(part.offset).replace(/\{\{[\s\S]*?\}\}/g, (template) => inExpression(template, names))
    })
    .join('')
}

/** What a script reads of steps; one that is not understood surely stays as it is. */
function inScript(code: string, names: Renames): string {
  let renamed = ''
  let at = 0
  for (const { name, start, end, quote, dot, optional } of stepReferences(code) ?? []) {
    const to = names.get(name)
    if (to === undefined) continue
    const bracketed = quote === null && !isWord(to)
    const written = quote !== null ? quote + to + quote : bracketed ? `${optional ? '.' : ''}["${to}"]` : to
    renamed += code.slice(at, bracketed ? dot : start) + written
    at = end
  }
  return renamed + code.slice(at)
}

const isWord = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name)

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
      return isWord(to) ? match.slice(0, -from.length) + to : `steps["${to}"]`
    },
  )
}
