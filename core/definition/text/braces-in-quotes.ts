import type { QuickFix } from '../problem.ts'

export const bracesAdvice = 'A value that starts with {{ must be in quotes.'

/**
 * A line whose value, behind its key or its dash, begins with `{{`: YAML parses this as a map in a map. Each blank can
 * match in one way only, so that an untrusted text cannot cause backtracking.
 */
const bare = /^((?:[ \t]*-(?=[ \t]))*[ \t]*(?:[\w.-]+:[ \t]+)?)(\{\{.*)$/

/**
 * The quick fix for a template without quotes at the beginning of a value, the commonest mistake in a text with
 * templates. None where the rest of the line may be a comment, or the line has another form.
 */
export function bracesInQuotes(text: string, offset: number): QuickFix | undefined {
  const from = text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', offset)
  const line = text.slice(from, end < 0 ? text.length : end).replace(/\r$/, '')
  const [, before = '', rest = ''] = bare.exec(line) ?? []
  const value = rest.trimEnd()
  if (!value.includes('}}') || value.includes(' #')) return undefined
  const start = from + before.length
  const quoted = value.includes('"') || value.includes('\\') ? `'${value.replaceAll("'", "''")}'` : `"${value}"`
  return { title: 'Put it in quotes', range: { start, end: start + value.length }, text: quoted }
}
