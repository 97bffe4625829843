import { parseDocument, visit } from 'yaml'
import { splitDocuments } from '#core/definition/text/documents.ts'
import { jsonDepthExceeds, scanText, type TextBound } from '#core/definition/text/scan.ts'
import { isJsonList, isJsonObject, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'

/** A value of a file that may be a workflow of another system, or the reason why it cannot be read. */
export type ForeignValue =
  | { readonly ok: true; readonly value: Json; readonly hasAliases?: boolean; readonly hasComments?: boolean }
  | { readonly ok: false; readonly message: string }

/** The byte order mark that some programs write at the beginning of a file. */
const byteOrderMark = /^\uFEFF/

/**
 * The values of a file: the documents of YAML with aliases and merge keys expanded; for JSON the value, or the items of
 * a list. Empty for a text that does not look like a workflow of another system.
 */
export function foreignValues(written: string): readonly ForeignValue[] {
  const text = written.replace(byteOrderMark, '')
  if (/^\s*[{[]/.test(text)) return jsonValues(text)
  if (!/^["']?(?:apiVersion|jobs|on)["']?\s*:/m.test(text)) return []
  const documents = splitDocuments(text)
  const most = limits.definition.documents
  if (documents.length > most) {
    return [{ ok: false, message: `The file has ${documents.length} documents; the limit is ${most}. Split it.` }]
  }
  return documents.map((document) => yamlValue(document.text))
}

function jsonValues(text: string): readonly ForeignValue[] {
  if (jsonDepthExceeds(text, limits.definition.depth)) return []
  try {
    const value = JSON.parse(text) as Json
    const items = isJsonList(value) ? value : [value]
    return items.map((item) => ({ ok: true, value: item }))
  } catch {
    return []
  }
}

/** `bound`: that of definitions, unless the caller has its own. */
export function yamlValue(text: string, bound?: TextBound): ForeignValue {
  const problem = scanText(text, bound)
  if (problem !== null) return { ok: false, message: problem.message }
  const document = parseDocument(text, { ...dialect })
  const [error] = document.errors
  if (error !== undefined) return { ok: false, message: `Not valid YAML: ${error.message}.` }
  const found = { hasAliases: false, hasComments: document.comment !== null || document.commentBefore !== null }
  visit(document, {
    Alias: () => {
      found.hasAliases = true
    },
    Node: (_, { comment, commentBefore }) => {
      if (comment || commentBefore) found.hasComments = true
    },
  })
  try {
    const budget = { left: limits.importFiles.values }
    return { ok: true, value: plain(document.toJS({ maxAliasCount: limits.importFiles.values }), budget), ...found }
  } catch {
    // Aliases are the only reason: too many of them, or one without its anchor.
    return { ok: false, message: 'It is too large once its aliases (*) are expanded.' }
  }
}

const dialect = {
  schema: 'core',
  version: '1.2',
  merge: true,
  // The check takes quadratic time in the number of keys.
  uniqueKeys: false,
  resolveKnownTags: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const

/**
 * Copies a value with aliases expanded: each use of one counts against the budget, so that a few lines cannot become
 * millions of values.
 */
function plain(value: unknown, budget: { left: number }): Json {
  budget.left -= 1
  if (budget.left < 0) throw new RangeError('too many values')
  if (isJsonList(value)) return value.map((item) => plain(item, budget))
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, budget)]))
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  return typeof value === 'string' || typeof value === 'boolean' ? value : null
}
