import type { ParseResult } from '#core/definition/parse.ts'
import type { Splice } from '#core/definition/text/splice.ts'
import type { Edit } from '../edit.ts'
import { notesOf } from '../notes.ts'

interface Lines {
  readonly first: number
  readonly last: number
}

/** What a text says about where its lines begin, asked often. */
interface Ruler {
  readonly text: string
  readonly starts: readonly number[]
}

/**
 * The splices of an edit that touch a line which is not the edit's business: not
 * the step's or the field's own, with the comments that stand with it, no
 * reference to what is renamed or removed, and none of the `next` and
 * `dependencies` that keep the other edges as they were. Putting lines between
 * others touches none of them.
 */
export function strangers(
  text: string,
  parsed: ParseResult,
  edit: Edit,
  splices: readonly Splice[],
): readonly string[] {
  const ruler: Ruler = { text, starts: lineStarts(text) }
  const own = ownLines(ruler, parsed, edit)
  const names = namesOf(edit)
  return splices.flatMap((splice) => {
    const touched = touchedLines(ruler, splice)
    if (touched === null) return []
    const old = text.slice(splice.start, splice.end)
    if (names.some((name) => old.includes(name))) return []
    const wrong = lineNumbers(touched).filter((line) => {
      const said = lineAt(ruler, line)
      if (own.some(({ first, last }) => first <= line && line <= last)) return false
      if (said.trim() === '' || said.trim().startsWith('#')) return !nextTo(ruler, line, own)
      const isEdge = /\b(next|dependencies|layout)\b/
      if (isEdge.test(said) || names.some((name) => said.includes(name))) return false
      // In braces, an edge that is kept stands in one line with all else, and a list of steps with all steps.
      return !(isFlow(said) && (isEdge.test(old + splice.text) || isInBrackets(ruler, parsed, edit)))
    })
    return wrong.map((line) => `${line + 1}: ${lineAt(ruler, line)}  (${JSON.stringify(splice)})`)
  })
}

/** A list or map in brackets is one value: what is put into it touches its line. */
const isFlow = (line: string): boolean => /[[\]{}]/.test(line.replaceAll(/\{\{|\}\}/g, ''))

/** Does the edit put steps into a list in brackets, or take them out of one? A workflow may be in braces as a whole. */
function isInBrackets({ text }: Ruler, { source }: ParseResult, edit: Edit): boolean {
  const list = source.rangeOf(['steps'])
  const isList = /^(add_step|remove_steps|extract_steps|duplicate_steps|paste_steps)$/.test(edit.type)
  return /^\s*(#.*\s*)*\{/.test(text) || (isList && list !== undefined && text[list.start] === '[')
}

function ownLines(ruler: Ruler, parsed: ParseResult, edit: Edit): readonly Lines[] {
  const { source } = parsed
  const at = (range: { start: number; end: number } | undefined): readonly Lines[] =>
    range === undefined ? [] : [{ first: lineOf(ruler, range.start), last: lineOf(ruler, range.end) }]
  switch (edit.type) {
    case 'set_field': {
      const step = source.stepRange(edit.step)
      if (step === undefined) return []
      const key = new RegExp(`^[\\s-]*["']?${String(edit.path[0])}\\b`)
      const [lines] = at(step)
      if (/^-?\s*\{/.test(ruler.text.slice(step.start))) return [lines as Lines]
      return lineNumbers(lines as Lines)
        .filter((line) => key.test(lineAt(ruler, line)))
        .map((first) => ({ first, last: endOfBlock(ruler, first) }))
    }
    case 'remove_steps':
    case 'extract_steps':
      return edit.steps.flatMap((step) => at(source.stepRange(step)))
    case 'set_workflow_field':
      return [...at(source.keyRange(edit.path)), ...at(source.rangeOf(edit.path))]
    case 'move':
    case 'group_steps':
    case 'write_note':
      return at(source.rangeOf(['layout']))
    case 'set_note':
      return at(notesOf(ruler.text, parsed).ofSteps.get(edit.step)?.range)
    case 'rename_step':
      return []
    default:
      return []
  }
}

/** The last line that is indented deeper than a key's own. */
function endOfBlock(ruler: Ruler, first: number): number {
  const indent = indentOf(lineAt(ruler, first).replace('-', ' '))
  let last = first
  for (let line = first + 1; line < ruler.starts.length; line += 1) {
    const said = lineAt(ruler, line)
    if (said.trim() !== '' && !/^\s*[\]}]/.test(said) && indentOf(said) <= indent && !/^\s*- /.test(said)) break
    if (said.trim() !== '' && indentOf(said) < indent) break
    last = line
  }
  return last
}

const indentOf = (line: string): number => line.length - line.trimStart().length

function namesOf(edit: Edit): readonly string[] {
  if (edit.type === 'rename_step') return [edit.step]
  return edit.type === 'remove_steps' || edit.type === 'extract_steps' ? edit.steps : []
}

/** Empty lines and comments go with what they stand next to. */
function nextTo(ruler: Ruler, line: number, own: readonly Lines[]): boolean {
  const isApart = (at: number) => {
    const said = lineAt(ruler, at).trim()
    return said === '' || said.startsWith('#')
  }
  let [above, below] = [line, line]
  while (above > 0 && isApart(above)) above -= 1
  while (below < ruler.starts.length - 1 && isApart(below)) below += 1
  return own.some(({ first, last }) => [above, below].some((at) => first <= at && at <= last))
}

/** The old lines that a splice changes or takes away; null where it only puts lines between them, or a comma behind one. */
function touchedLines(ruler: Ruler, splice: Splice): Lines | null {
  const { text } = ruler
  const { start, end, text: added } = wholeLines(text, splice)
  if (start === end) {
    const isBetween = start === 0 || text[start - 1] === '\n' || /^\s*,?\s*(#.*)?(\r?\n|$)/.test(text.slice(start))
    // The list says that it is empty once its last step is gone.
    if (isBetween && /^$|^,|\n$|^\r?\n|^ \[\]$/.test(added)) return null
  }
  const isBehindLine = added === '' && /^\r?\n/.test(text.slice(start)) && /^(\r?\n|\s*$)/.test(text.slice(end))
  const first = lineOf(ruler, start) + (isBehindLine ? 1 : 0)
  return { first, last: Math.max(first, lineOf(ruler, Math.max(start, end - 1))) }
}

/** Taking out from the middle of a line to the middle of another may be the same as taking out whole lines; so may putting in. */
function wholeLines(text: string, splice: Splice): Splice {
  let { start, end } = splice
  if (start === end) {
    let added = splice.text
    while (start > 0 && text[start - 1] !== '\n' && added.endsWith(text[start - 1] as string)) {
      start -= 1
      added = text[start] + added.slice(0, -1)
    }
    return start === 0 || text[start - 1] === '\n' ? { start, end: start, text: added } : splice
  }
  if (splice.text !== '') return splice
  while (text[start - 1] !== '\n' && start > 0 && text[start - 1] === text[end - 1]) {
    start -= 1
    end -= 1
  }
  return text[start - 1] === '\n' ? { start, end, text: '' } : splice
}

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function lineOf({ starts }: Ruler, offset: number): number {
  const after = starts.findIndex((start) => start > offset)
  return after === -1 ? starts.length - 1 : after - 1
}

const lineAt = ({ text, starts }: Ruler, line: number): string => text.slice(starts[line], starts[line + 1])

const lineNumbers = ({ first, last }: Lines): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)
