import { Lexer } from 'yaml'
import { jsonEqual } from '../text/json-equal.ts'
import { openSource } from '../text/source.ts'
import { linesOf } from './lines.ts'

/** What the lexer of `yaml` puts before a scalar, which may begin with `#` itself. */
const scalarFollows = '\u001f'

/** How often each comment stands in a text that could be read. */
function countComments(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const tokens = [...new Lexer().lex(text)]
  for (const [index, token] of tokens.entries()) {
    if (!token.startsWith('#') || tokens[index - 1] === scalarFollows) continue
    const comment = token.trimEnd()
    counts.set(comment, (counts.get(comment) ?? 0) + 1)
  }
  return counts
}

/**
 * Puts comments that a side wrote back into a merged text that has lost them: a
 * merge of values knows no comments. Each becomes a line of its own above the
 * line that it stood above, or at the end.
 */
export function restoreComments(merged: string, base: string, side: string): string {
  const [before, wrote, there] = [countComments(base), countComments(side), countComments(merged)]
  let text = merged
  for (const [comment, count] of wrote) {
    const written = count - (before.get(comment) ?? 0)
    const kept = (there.get(comment) ?? 0) - (before.get(comment) ?? 0)
    for (let missing = written - Math.max(0, kept); missing > 0; missing -= 1) text = withComment(text, side, comment)
  }
  return text
}

function withComment(text: string, side: string, comment: string): string {
  const [lines, own] = [[...linesOf(text)], linesOf(side)]
  const at = own.findIndex((line) => line.includes(comment))
  const below = own.slice(at).map((line) => line.replace(comment, '').trim())
  const anchor = below
    .map((line) => (line === '' ? -1 : lines.findIndex((other) => other.trim() === line)))
    .find((found) => found >= 0)
  // The line may stand elsewhere too, in a script for example, where this would not be a comment.
  const placed = insertLine(text, lines, comment, anchor ?? lines.length)
  return saysTheSame(placed, text) ? placed : insertLine(text, lines, comment, lines.length)
}

function saysTheSame(text: string, other: string): boolean {
  const [one, two] = [openSource(text), openSource(other)]
  return one.ok && two.ok && jsonEqual(one.value, two.value)
}

function insertLine(text: string, lines: readonly string[], comment: string, at: number): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const below = lines[at] ?? ''
  const indent = below.slice(0, below.length - below.trimStart().length)
  const above = lines.slice(0, at).join('')
  const opened = above === '' || above.endsWith('\n') ? above : above + newline
  return `${opened}${indent}${comment}${newline}${lines.slice(at).join('')}`
}
