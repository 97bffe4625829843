import { plainText, type WrittenText, writtenText } from './written-text.ts'
import { item, type Mark, marksAround, marksOf } from './yaml-position.ts'

/** A text that is written as a value, and where that is. */
export interface YamlScalar extends WrittenText {
  /** Keys from the root to the value; `[]` for an item of a list. */
  readonly path: readonly string[]
  /** Names of the items on the way, by their place in `path`, as far as they say one. */
  readonly names: ReadonlyMap<number, string>
}

interface Lines {
  readonly all: readonly string[]
  readonly startOf: (line: number) => number
}

interface PlacedMark extends Mark {
  readonly line: number
}

/** The beginning of a value: after its key or its dash. */
interface Owner {
  readonly mark: PlacedMark
  readonly start: number
}

/** Read from the lines alone, so that half-typed texts have values too; null where no value is written. */
export function yamlScalar(text: string, offset: number): YamlScalar | null {
  const lines = linesOf(text)
  const line = text.slice(0, offset).split('\n').length - 1
  const block = blockAround(lines, line, offset)
  const owner = block ?? ownerOf(lines, line, offset)
  if (owner === null || owner.start > offset) return null
  const around = ancestorsOf(lines, owner.mark)
  const path = around.map(({ key }) => key ?? item)
  const names = namesOf(lines, around)
  if (block !== null) {
    return { path, names, ...plainText(text.slice(owner.start, endOfBlock(lines, owner, line)), owner.start, offset) }
  }
  const region = text.slice(owner.start, Math.max(offset, lines.startOf(line) + (lines.all[line] ?? '').length))
  const inner = innermost(region, offset - owner.start)
  if (inner === null) return null
  for (const { key, said } of inner.opens) {
    if (key !== null) path.push(key)
    if (said === null) path.push(item)
    else if (path.at(-1) === item && said.has('name')) names.set(path.length - 1, said.get('name') as string)
  }
  if (inner.key !== null) path.push(inner.key)
  const isFlow = inner.opens.length > 0
  const scalar = writtenText(region.slice(inner.start), owner.start + inner.start, offset, isFlow)
  return scalar && { path, names, ...scalar }
}

function linesOf(text: string): Lines {
  const all = text.split('\n')
  const starts: number[] = []
  let at = 0
  for (const line of all) {
    starts.push(at)
    at += line.length + 1
  }
  return { all, startOf: (line) => starts[line] ?? text.length }
}

const indentOf = (line: string): number => line.length - line.trimStart().length
const header = /(?::|-)\s+[|>][+-]?\d?[+-]?\s*(?:#.*)?$/
const lastMark = (line: string): Mark | undefined => marksOf(line).at(-1)

/** The `|` or `>` that a line belongs to; such a line is text, whatever it looks like. */
function blockAround(lines: Lines, line: number, offset: number): Owner | null {
  const own = lines.all[line] ?? ''
  let limit = own.trim() === '' ? offset - lines.startOf(line) : indentOf(own)
  for (let at = line - 1; at >= 0 && limit > 0; at -= 1) {
    const above = lines.all[at] ?? ''
    if (above.trim() === '') continue
    const mark = header.test(above) ? lastMark(above) : undefined
    if (mark !== undefined && mark.column < limit) return { mark: { ...mark, line: at }, start: lines.startOf(at + 1) }
    limit = Math.min(limit, indentOf(above))
  }
  return null
}

function endOfBlock(lines: Lines, { mark }: Owner, line: number): number {
  let end = line
  for (let at = line + 1; at < lines.all.length; at += 1) {
    const next = lines.all[at] ?? ''
    if (next.trim() === '') continue
    if (indentOf(next) <= mark.column) break
    end = at
  }
  return lines.startOf(end) + (lines.all[end] ?? '').length
}

/**
 * The key or dash that owns the value at the position: on the same line, or on a line above that this line continues.
 */
function ownerOf(lines: Lines, line: number, offset: number): Owner | null {
  const own = lines.all[line] ?? ''
  const before = own.slice(0, offset - lines.startOf(line))
  if (/(?:^|\s)#/.test(withoutQuoted(before))) return null
  const mark = lastMark(own)
  if (mark !== undefined) {
    const owner = ownerAt(lines, mark, line)
    // Right behind a colon nothing can stand yet.
    return /\s/.test(own[owner.start - lines.startOf(line) - 1] ?? '') ? owner : null
  }
  const limit = own.trim() === '' ? before.length : indentOf(own)
  for (let at = line - 1; at >= 0; at -= 1) {
    const above = lines.all[at] ?? ''
    if (above.trim() === '') continue
    const found = lastMark(above)
    if (found === undefined) continue
    const owner = ownerAt(lines, found, at)
    const first = (lines.all[at] ?? '').slice(owner.start - lines.startOf(at))
    // A line continues a value that has begun, indented no less than the value's key.
    return found.column < limit && first.trim() !== '' && !/^[|>&*#]/.test(first) ? owner : null
  }
  return null
}

function ownerAt(lines: Lines, mark: Mark, line: number): Owner {
  const own = lines.all[line] ?? ''
  const behind = mark.key === null ? mark.column + 1 : own.indexOf(':', mark.column + mark.key.length) + 1
  const blanks = /^\s*/.exec(own.slice(behind))?.[0].length ?? 0
  return { mark: { ...mark, line }, start: lines.startOf(line) + behind + blanks }
}

const withoutQuoted = (line: string): string => line.replace(/"(?:[^"\\]|\\.)*"?|'[^']*'?/g, '')

/** The keys and dashes around a mark, with itself. */
function ancestorsOf(lines: Lines, mark: PlacedMark): readonly PlacedMark[] {
  const marks = lines.all
    .slice(0, mark.line + 1)
    .flatMap((line, at) => marksOf(line).map((one): PlacedMark => ({ ...one, line: at })))
    .filter(({ line, column }) => line < mark.line || column < mark.column)
  return [...marksAround(marks, mark.column), mark]
}

/** The `name` values of the items among some marks. */
function namesOf(lines: Lines, around: readonly PlacedMark[]): Map<number, string> {
  const names = new Map<number, string>()
  for (const [index, { key, line, column }] of around.entries()) {
    if (key !== null) continue
    const first = lines.all[line] ?? ''
    const keys = column + 1 + indentOf(first.slice(column + 1))
    for (let at = line; at < lines.all.length; at += 1) {
      const own = lines.all[at] ?? ''
      if (at > line && own.trim() !== '' && indentOf(own) <= column) break
      const said = marksOf(own).find((mark) => mark.column === keys && mark.key === 'name')
      if (said !== undefined) names.set(index, unquoted(said.value))
    }
  }
  return names
}

const unquoted = (text: string): string => text.trim().replace(/^["']|["']$/g, '')

interface Open {
  /** The key that the brackets are the value of. */
  readonly key: string | null
  /** The entries of a map so far; null for a list. */
  readonly said: Map<string, string> | null
}

interface Innermost {
  readonly opens: readonly Open[]
  readonly key: string | null
  /** The beginning of the value. */
  readonly start: number
}

/** A quoted text, braces with an expression, a sign, blanks, or a word. */
const tokens =
  /"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?|\{\{.*?(?:\}\}|$)|[{}[\],]|:(?=\s|$)|\s+|(?:[^\s{}[\],:]|:(?!\s|$))+/gs

/** The value at an offset of a region, and the brackets that are open there. */
function innermost(region: string, offset: number): Innermost | null {
  if (!/^(?:\[|\{(?!\{))/.test(region)) return { opens: [], key: null, start: 0 }
  const opens: Open[] = []
  let key: string | null = null
  let start: number | null = null
  let isKey = true
  for (const { 0: token, index } of region.matchAll(tokens)) {
    if (index >= offset && !(start === null && index === offset)) break
    const open = opens.at(-1)
    if (token === '{' || token === '[') {
      opens.push({ key, said: token === '{' ? new Map() : null })
      key = start = null
      isKey = token === '{'
    } else if (token === '}' || token === ']') {
      opens.pop()
      key = null
      start = index
    } else if (token === ',') {
      key = start = null
      isKey = open?.said !== null
    } else if (token === ':') {
      key = start === null ? null : unquoted(region.slice(start, index))
      start = null
      isKey = false
    } else if (token.trim() !== '') {
      start ??= index
      if (key !== null) open?.said?.set(key, unquoted(region.slice(start, index + token.length)))
    }
  }
  if (opens.length === 0 || isKey) return null
  return { opens, key, start: start ?? offset }
}
