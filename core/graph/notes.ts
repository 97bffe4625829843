import type { Step } from '#core/definition/definition.ts'
import { innerLists } from '#core/definition/inner-lists.ts'
import type { ParseResult } from '#core/definition/parse.ts'
import type { TextRange } from '../text-range.ts'
import type { FieldPath } from './edit.ts'
import { isFirstOnLine, lineEnd, nextLine, textStart } from './text/geometry.ts'
import { commentsAbove, commentsBelow } from './text/region.ts'

/** A comment of the text, shown as a note on the canvas. */
export interface Note {
  /** The name of its step, or `note 1`, the key of its position in `layout`. */
  readonly id: string
  readonly text: string
  /** From the first `#` to the last character. */
  readonly range: TextRange
}

export interface Notes {
  /** The comments right above steps, inner steps included, by step name. */
  readonly ofSteps: ReadonlyMap<string, Note>
  /** Free notes: `# note 1: …` above the first key. */
  readonly free: readonly Note[]
}

/** The comments of a text that are notes. Comments in other places are not shown on the canvas. */
export function notesOf(text: string, { definition, source }: Pick<ParseResult, 'definition' | 'source'>): Notes {
  const ofSteps = new Map<string, Note>()
  // A fast path, because most texts have no comment and this runs on every keystroke.
  if (!text.includes('#')) return { ofSteps, free: [] }
  const read = (steps: readonly Step[], path: FieldPath, ceiling: number) => {
    let floor = source.keyRange(path)?.end ?? 0
    const ranges = steps.map(({ name }) => source.stepRange(name))
    for (const [index, step] of steps.entries()) {
      const range = ranges[index]
      if (range === undefined || !isFirstOnLine(text, range.start)) continue
      const { name } = step
      const start = commentsAbove(text, range.start, floor)
      if (start < range.start) {
        const end = text.slice(0, range.start).trimEnd().length
        ofSteps.set(name, { id: name, text: commentText(text.slice(start, end)), range: { start, end } })
      }
      for (const inner of innerLists(step)) read(inner.steps, [...path, index, ...inner.path], range.end)
      const end = range.start + text.slice(range.start, range.end).trimEnd().length
      floor = commentsBelow(text, { start: range.start, end }, ranges[index + 1]?.start ?? ceiling)
    }
  }
  read(definition?.steps ?? [], ['steps'], text.length)
  return { ofSteps, free: freeNotes(text) }
}

/** `# note 1: the first line`, and the comment lines right below. */
const mark = /^# ?(note \d+): ?/

export function freeNotes(text: string): Note[] {
  const notes: Note[] = []
  let open: Note | null = null
  const end = headerEnd(text)
  for (let line = textStart(text); line < end; line = nextLine(text, line)) {
    const written = text.slice(line, lineEnd(text, line))
    const [marked, id] = mark.exec(written) ?? []
    const range = { start: line, end: line + written.length }
    if (marked !== undefined && id !== undefined) {
      open = { id, text: written.slice(marked.length), range }
      notes.push(open)
    } else if (open !== null && written.startsWith('#')) {
      open = {
        id: open.id,
        text: `${open.text}\n${commentText(written)}`,
        range: { start: open.range.start, end: range.end },
      }
      notes[notes.length - 1] = open
    } else open = null
  }
  return notes
}

/** Offset of the first line that is neither empty nor a comment. */
export function headerEnd(text: string): number {
  let line = textStart(text)
  while (line < text.length) {
    const written = text.slice(line, lineEnd(text, line))
    if (written.trim() !== '' && !written.startsWith('#')) break
    line = nextLine(text, line)
  }
  return line
}

function commentText(comment: string): string {
  return comment
    .split(/\r?\n/)
    .map((line) => line.replace(/^[ \t]*# ?/, '').trimEnd())
    .join('\n')
}
