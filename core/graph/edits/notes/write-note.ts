import type { ParseResult } from '#core/definition/parse.ts'
import { applySplices, type Splice } from '#core/definition/text/splice.ts'
import { isJsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { type Edit, type EditResult, refuse } from '../../edit.ts'
import { headerEnd, notesOf } from '../../notes.ts'
import { columnOf, isFirstOnLine, lineStart, nextLine } from '../../text/geometry.ts'
import { rewrite } from '../../text/rewrite/rewrite.ts'
import { openSource, type Source } from '../../text/source.ts'
import { freeKey } from '../layout/groups.ts'
import { isPlace, place, unplace } from '../layout/positions.ts'

type NoteEdit = Extract<Edit, { type: 'set_note' | 'write_note' }>

/** Writes a note as a comment; the data of the text stays. */
export function writeNote(text: string, edit: NoteEdit, parsed: ParseResult): EditResult {
  const source = openSource(text)
  if (!source.ok) return source
  if (edit.text.length > limits.definition.noteCharacters) {
    return refuse('value_invalid', `A note can have up to ${limits.definition.noteCharacters} characters.`)
  }
  return edit.type === 'set_note' ? noteOnStep(source, edit, parsed) : freeNote(source, edit, parsed)
}

function noteOnStep(source: Source, edit: Extract<Edit, { type: 'set_note' }>, parsed: ParseResult): EditResult {
  const { text } = source
  const range = parsed.source.stepRange(edit.step)
  if (range === undefined) return refuse('step_missing', `There is no step ${edit.step}.`)
  if (!isFirstOnLine(text, range.start)) {
    return refuse(
      'not_expressible',
      `${edit.step} shares its line with other values, so it cannot have a note above it.`,
    )
  }
  const before = notesOf(text, parsed).ofSteps.get(edit.step)?.range
  const indent = ' '.repeat(columnOf(text, range.start))
  return done(source, [commentSplice(text, before, range.start, commentLines(edit.text), indent)])
}

function freeNote(source: Source, edit: Extract<Edit, { type: 'write_note' }>, parsed: ParseResult): EditResult {
  const { text, value } = source
  const { free } = notesOf(text, parsed)
  const { note, position } = edit
  const before = free.find(({ id }) => id === note)?.range
  if (note !== undefined && before === undefined) return refuse('note_missing', 'That note no longer exists.')
  if (position !== undefined && !isPlace(position)) return refuse('value_invalid', 'That place is off the canvas.')
  const layout = isJsonObject(value.layout) ? value.layout : {}
  const taken = Object.fromEntries([...Object.entries(layout), ...free.map(({ id }) => [id, null] as const)])
  const id = note ?? freeKey(taken, 'note')
  const lines = commentLines(edit.text)
  const splice = commentSplice(text, before, headerEnd(text), marked(id, lines), '')
  const kept = position === undefined ? value : place(value, { [id]: position })
  const root = lines.length === 0 ? unplace(value, new Set([id])) : kept
  const written = rewrite(source, root)
  return written.ok ? done(source, [splice, ...written.splices]) : written
}

function marked(id: string, [first, ...rest]: readonly string[]): string[] {
  return first === undefined ? [] : [`# ${id}: ${first.replace(/^# */, '')}`.trimEnd(), ...rest]
}

/** The splice that replaces the lines of a comment, inserts them above `below`, or removes them. */
function commentSplice(
  text: string,
  before: { readonly start: number; readonly end: number } | undefined,
  below: number,
  lines: readonly string[],
  indent: string,
): Splice {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const written = lines.join(newline + indent)
  if (before === undefined) {
    return { start: below, end: below, text: written === '' ? '' : `${written}${newline}${indent}` }
  }
  if (written !== '') return { ...before, text: written }
  return { start: lineStart(text, before.start), end: nextLine(text, before.end), text: '' }
}

/** A text as comment lines, without characters that YAML cannot hold. */
function commentLines(text: string): string[] {
  const printable = text.toWellFormed().replace(/[^\P{Cc}\n\t]|[\u2028\u2029\ufeff\ufffe\uffff]/gu, '')
  const lines = printable.trim() === '' ? [] : printable.replace(/^\n+|\s+$/g, '').split('\n')
  // A line that looks like the beginning of another note is indented.
  return lines.map((line) => `# ${line.replace(/^note \d+:/, ' $&')}`.trimEnd())
}

function done({ text }: Source, all: readonly Splice[]): EditResult {
  const splices = all.filter((splice) => text.slice(splice.start, splice.end) !== splice.text)
  return { ok: true, text: applySplices(text, splices), splices, created: [] }
}
