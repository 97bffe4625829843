import { isJsonObject, type Json } from '#core/json.ts'
import { mapList } from './raw-step.ts'

/** New names by old ones. */
export type Names = ReadonlyMap<string, string>

/**
 * Renames `steps.<name>`, old name to new, in the expressions of a value: in whole strings below
 * the keys that hold expressions, elsewhere inside `{{ }}`. Purely lexical, so
 * that it also works where an expression has a mistake; string literals are
 * left alone.
 */
export function renameReferences(value: Json, names: Names, isExpression = false): Json {
  if (typeof value === 'string') return isExpression ? inExpression(value, names) : inTemplate(value, names)
  if (Array.isArray(value)) return mapList(value, (item) => renameReferences(item, names, isExpression))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value)
  const renamed = entries.map(([key, item]) => renameReferences(item, names, isExpression || expressionKeys.has(key)))
  if (renamed.every((item, index) => item === entries[index]?.[1])) return value
  return Object.fromEntries(entries.map(([key], index) => [key, renamed[index] as Json]))
}

const expressionKeys: ReadonlySet<string> = new Set(['condition', 'when', 'while_condition', 'iterate_over', 'until', 'set'])

function inTemplate(text: string, names: Names): string {
  return text.replace(/\{\{[^]*?\}\}/g, (template) => inExpression(template, names))
}

/** A string literal, `steps.name`, `steps["name"]`, or a path that ends in `steps` and is something else. */
const token = /"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|[\w.]*\bsteps(?:\s*\.\s*([A-Za-z_]\w*)|\s*\[\s*(["'])([^"'\\]*)\2\s*\])/g

function inExpression(source: string, names: Names): string {
  return source.replace(token, (match, dotted: string | undefined, quote: string | undefined, indexed: string | undefined) => {
    const from = dotted ?? indexed
    const to = from === undefined || !/^steps\b/.test(match) ? undefined : names.get(from)
    if (from === undefined || to === undefined) return match
    if (quote !== undefined) return match.replace(quote + from + quote, () => quote + to + quote)
    return /^[A-Za-z_]\w*$/.test(to) ? match.slice(0, -from.length) + to : `steps["${to}"]`
  })
}
