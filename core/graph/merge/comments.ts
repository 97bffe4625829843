import { Lexer } from 'yaml'
import { jsonEqual } from '../text/json-equal.ts'
import { openSource } from '../text/source.ts'
import { linesOf } from './lines.ts'

/** The token that `yaml`'s lexer puts before a scalar, which may begin with `#` itself. */
const scalarFollows = '\u001f'

interface Comment {
  readonly text: string
  /** The number of its line, from 0. */
  readonly line: number
}

/** The comments of a readable text, in order. */
function commentsOf(text: string): readonly Comment[] {
  const found: Comment[] = []
  const tokens = [...new Lexer().lex(text)]
  let line = 0
  for (const [index, token] of tokens.entries()) {
    if (token.startsWith('#') && tokens[index - 1] !== scalarFollows) found.push({ text: token.trimEnd(), line })
    line += token.split('\n').length - 1
  }
  return found
}

/** How often each comment stands in a text. */
function countComments(comments: readonly Comment[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { text } of comments) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/**
 * Restores comments of one side that a merged text has lost, because a merge of values knows no comments. Each comment
 * becomes a line of its own above the line that it was above, or at the end.
 */
export function restoreComments(merged: string, base: string, side: string): string {
  const [before, wrote, there] = [base, side, merged].map((text) => countComments(commentsOf(text))) as [
    ReadonlyMap<string, number>,
    ReadonlyMap<string, number>,
    ReadonlyMap<string, number>,
  ]
  const missing = new Map<string, number>()
  for (const [comment, count] of wrote) {
    const old = before.get(comment) ?? 0
    const lost = count - old - Math.max(0, (there.get(comment) ?? 0) - old)
    if (lost > 0) missing.set(comment, lost)
  }
  if (missing.size === 0) return merged
  const known = new Set(placesIn(base).map(({ place }) => place))
  const places = placesIn(side).filter(({ comment }) => missing.has(comment))
  // Places where the comment also stood before come last.
  const fresh = [...places.filter(({ place }) => !known.has(place)), ...places.filter(({ place }) => known.has(place))]
  let text = merged
  for (const [comment, lost] of missing) {
    for (const { below } of fresh.filter((one) => one.comment === comment).slice(0, lost)) {
      text = withComment(text, comment, below())
    }
  }
  return text
}

interface CommentPosition {
  readonly comment: string
  /** The following lines, without the comment's own text, trimmed. */
  readonly below: () => readonly string[]
  /** The comment with the line that it belongs to. */
  readonly place: string
}

function placesIn(text: string): readonly CommentPosition[] {
  const lines = linesOf(text).map((line) => line.trim())
  return commentsOf(text).map(({ text: comment, line }) => {
    const own = (lines[line] as string).slice(0, -comment.length).trim()
    const about = own === '' ? lines[line + 1] : own
    return { comment, below: () => [own, ...lines.slice(line + 1)], place: JSON.stringify([comment, about]) }
  })
}

function withComment(text: string, comment: string, below: readonly string[]): string {
  const lines = linesOf(text)
  const anchor = below
    .map((line) => (line === '' ? -1 : lines.findIndex((other) => other.trim() === line)))
    .find((found) => found >= 0)
  // The line may also occur elsewhere, in a script for example, where the inserted line would not be a comment.
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
