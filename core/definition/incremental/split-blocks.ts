/** A piece of a text: from the start of a line to the start of another line, or to the end. */
export interface Piece {
  readonly start: number
  readonly end: number
}

/** The lines of one top-level key; for `steps` and `layout`, each item or entry is a piece of its own. */
export interface Section extends Piece {
  readonly list?: 'steps' | 'layout'
  /** Offset of the key. */
  readonly key: number
  readonly parts: readonly Piece[]
}

/**
 * Marks of texts in which indentation alone does not decide: other line breaks, tabs before a line, directives and
 * document markers.
 */
const uncertain = /[\r\ufeff]|^ *\t|^(?:%|---|\.\.\.)/m

/** Tests a text, or whole lines of a text. */
export function isUncertain(lines: string): boolean {
  return uncertain.test(lines)
}

interface Open {
  readonly key: number
  readonly start: number
  readonly list: Section['list']
  readonly parts: { start: number; end: number }[]
  /** Column of the items or entries of a list. */
  column: number
}

/**
 * Splits the text of a block map at its keys, and `steps` and `layout` at their items and entries, by the indentation
 * of lines alone. Null where indentation is not enough. The caller checks that each piece is complete.
 */
export function splitBlocks(text: string): readonly Section[] | null {
  if (isUncertain(text)) return null
  const sections: Section[] = []
  let open: Open | null = null
  let start = 0
  for (let line = 0; line < text.length; line = nextLine(text, line)) {
    const first = firstInLine(text, line)
    if (first === null) continue
    const column = first - line
    const isItem = isItemAt(text, first)
    if (column === 0 && !isItem) {
      if (open !== null) {
        sections.push(closed(open, line))
        start = line
      }
      open = { key: first, start, list: listAt(text, first), parts: [], column: -1 }
    } else if (open === null || !takes(open, line, column, isItem)) return null
  }
  return open === null ? null : [...sections, closed(open, text.length)]
}

/** Adds a line to the current section: as a new part, or as more of the last part. */
function takes(open: Open, line: number, column: number, isItem: boolean): boolean {
  if (open.list === undefined) return true
  if (open.column === -1) open.column = column
  if (column === open.column) {
    const last = open.parts.at(-1)
    if (last !== undefined) last.end = line
    open.parts.push({ start: line, end: line })
  }
  return takesLine(open.list, open.column, column, isItem)
}

/** May a list whose parts begin in one column have a line that begins in another? */
export function takesLine(list: Section['list'], ofParts: number, column: number, isItem: boolean): boolean {
  if (column === 0 && !isItem) return false
  return column === ofParts ? isItem === (list === 'steps') : column > ofParts
}

function closed({ key, start, list, parts }: Open, end: number): Section {
  const last = parts.at(-1)
  if (last === undefined || list === undefined) return { key, start, end, parts: [] }
  last.end = end
  return { key, start, end, list, parts }
}

/** The kind of list below a key that is alone on its line. */
function listAt(text: string, key: number): Section['list'] {
  const [, found] = /^(steps|layout):[ ]*(?:#.*)?$/.exec(text.slice(key, lineEnd(text, key))) ?? []
  return found as Section['list']
}

/** Offset of the first character of a line that is neither a space nor in a comment. */
export function firstInLine(text: string, line: number): number | null {
  let at = line
  while (text[at] === ' ') at += 1
  return at === text.length || text[at] === '\n' || text[at] === '#' ? null : at
}

/** Does an item's dash stand at this offset? */
export function isItemAt(text: string, first: number): boolean {
  return /^-(?:\s|$)/.test(text.slice(first, first + 2))
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

export function nextLine(text: string, from: number): number {
  return lineEnd(text, from) + 1
}
