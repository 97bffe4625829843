import type { QuickFix } from '../problem.ts'

export const bracesAdvice = 'A value that begins with {{ has to be in quotes.'

/** A line whose value, behind its key or its dash, begins with `{{`: to YAML a map in a map. Each blank can be matched in one way only: the text may be anybody's. */
const bare = /^((?:[ \t]*-(?=[ \t]))*[ \t]*(?:[\w.-]+:[ \t]+)?)(\{\{.*)$/

/**
 * The repair of a template that begins its value without quotes, the commonest mistake in a text with templates; none
 * where something behind it may be a comment, or the line is written in another way.
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
