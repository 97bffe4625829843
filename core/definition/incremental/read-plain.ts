import type { Json } from '#core/json.ts'
import { isForbiddenName } from '../names.ts'
import type { SourceNode } from '../text/source-node.ts'
import type { Block } from './block.ts'

/** Longer and deeper pieces are left to the parser, which checks the bounds of texts. */
const mostCharacters = 4_000
const mostLevels = 12

/** A key, and the offset where its value would begin. */
const keyAt = /([A-Za-z_]\w{0,99}):(?: +|$)/my
const flowKeyAt = /([A-Za-z_]\w{0,99}): +/y
/** Valid beginnings of an unquoted text, and characters in it that would change its meaning. */
const plainStart = /^[\p{L}_(/$]/u
const plainEnd = /: |:$| #/
const flowPlainAt = /[^,[\]{}:#"']+/y
/** Words that YAML does not parse as text. */
const words: ReadonlyMap<string, Json> = new Map<string, Json>([
  ...['null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
])
const number = /^(?:0|-?[1-9]\d{0,14}|-?(?:0|[1-9]\d{0,8})\.\d{1,6})$/

/** A line with content: the offset and column where the content begins, and the offset where it ends. */
interface Line {
  readonly at: number
  readonly column: number
  readonly end: number
}

interface Read {
  readonly value: Json
  readonly node: SourceNode
}

/**
 * Parses a piece in the usual form: keys and lists by indentation, one value per line, quoted without escapes, in
 * brackets, or plain. It takes a tenth of the parser's time, which dominates the opening of a workflow. Null for any
 * other form. A result is always equal to that of `readBlock`.
 */
export function readPlain(piece: string): Block | null {
  if (piece.length > mostCharacters || piece.includes('\t') || piece.includes('\\')) return null
  // Copied, because a slice would keep the whole text in memory.
  const text = JSON.parse(JSON.stringify(piece)) as string
  const lines = linesOf(text)
  const [first] = lines ?? []
  if (lines === null || first === undefined) return null
  const reader = new PlainReader(text, lines)
  const read = reader.block(first.column, 0)
  return read === null || !reader.isDone ? null : { text, ...read }
}

/** Null where a line ends in spaces, which may belong to its value. */
function linesOf(text: string): Line[] | null {
  const lines: Line[] = []
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    let at = start
    while (text[at] === ' ') at += 1
    if (at < end && text[at] !== '#') {
      if (text[end - 1] === ' ') return null
      lines.push({ at, column: at - start, end })
    } else if (at === end && at > start) return null
    start = end + 1
  }
  return lines
}

class PlainReader {
  readonly #text: string
  readonly #lines: Line[]
  #next = 0
  /** Position within a value in brackets. */
  #at = 0

  constructor(text: string, lines: Line[]) {
    this.#text = text
    this.#lines = lines
  }

  get isDone(): boolean {
    return this.#next === this.#lines.length
  }

  /** The value of the lines from the current one on, in this column. */
  block(column: number, level: number): Read | null {
    if (level > mostLevels) return null
    const { at } = this.#lines[this.#next] as Line
    const read = this.#text[at] === '-' ? this.#list(column, level) : this.#map(column, level)
    // Deeper lines would continue the value before them.
    return this.#columnNow() > column ? null : read
  }

  #columnNow(): number {
    return this.#lines[this.#next]?.column ?? -1
  }

  #map(column: number, level: number): Read | null {
    const { at: start } = this.#lines[this.#next] as Line
    const value: Record<string, Json> = {}
    const entries = new Map<string, SourceNode>()
    let end = start
    while (this.#columnNow() === column) {
      const line = this.#lines[this.#next] as Line
      keyAt.lastIndex = line.at
      const found = keyAt.exec(this.#text)
      if (found === null) return null
      const [whole, key] = found as unknown as readonly [string, string]
      const valueAt = line.at + whole.length
      this.#next += 1
      const read = valueAt === line.end ? this.#below(column, level) : this.#inline(valueAt, line.end, level)
      if (read === null || !isNewKey(key, entries)) return null
      value[key] = read.value
      entries.set(key, { ...read.node, keyRange: { start: line.at, end: line.at + key.length } })
      end = read.node.range.end
    }
    return { value, node: { range: { start, end }, entries } }
  }

  /** The value below a key that is alone on its line. */
  #below(column: number, level: number): Read | null {
    const below = this.#columnNow()
    return below > column ? this.block(below, level + 1) : null
  }

  #list(column: number, level: number): Read | null {
    const { at: start } = this.#lines[this.#next] as Line
    const values: Json[] = []
    const items: SourceNode[] = []
    let end = start
    while (this.#columnNow() === column) {
      const { at, end: lineEnd } = this.#lines[this.#next] as Line
      if (!this.#text.startsWith('- ', at)) return null
      const read = this.#item({ at: at + 2, column: column + 2, end: lineEnd }, level)
      if (read === null) return null
      end = read.node.range.end
      values.push(read.value)
      items.push({ ...read.node, itemRange: { start: at, end } })
    }
    return { value: values, node: { range: { start, end }, items } }
  }

  #item(line: Line, level: number): Read | null {
    keyAt.lastIndex = line.at
    if (keyAt.test(this.#text)) {
      this.#lines[this.#next] = line
      return this.block(line.column, level + 1)
    }
    this.#next += 1
    return this.#inline(line.at, line.end, level)
  }

  /** A value on one line, up to the line's end. */
  #inline(at: number, end: number, level: number): Read | null {
    const first = this.#text[at]
    if (first === '{' || first === '[') {
      this.#at = at
      const read = this.#flow(level + 1)
      return this.#at === end ? read : null
    }
    if (first === '"' || first === "'") return this.#quoted(at) === end ? this.#quotedAt(at, end) : null
    const source = this.#text.slice(at, end)
    return plainEnd.test(source) ? null : plainAt(at, source)
  }

  /** Offset of the end of the quoted text that begins here. */
  #quoted(at: number): number {
    return this.#text.indexOf(this.#text[at] as string, at + 1) + 1
  }

  #quotedAt(start: number, end: number): Read {
    return { value: this.#text.slice(start + 1, end - 1), node: { range: { start, end } } }
  }

  #flow(level: number): Read | null {
    if (level > mostLevels) return null
    const start = this.#at
    const isMap = this.#text[start] === '{'
    const close = isMap ? '}' : ']'
    const value: Record<string, Json> = {}
    const entries = new Map<string, SourceNode>()
    const values: Json[] = []
    const items: SourceNode[] = []
    this.#at += 1
    this.#skipSpaces()
    while (this.#text[this.#at] !== close) {
      const read = isMap ? this.#flowEntry(value, entries, level) : this.#flowValue(level)
      if (read === null) return null
      if (!isMap) {
        values.push(read.value)
        items.push({ ...read.node, itemRange: read.node.range })
      }
      this.#skipSpaces()
      if (this.#text[this.#at] === close) break
      if (!this.#text.startsWith(', ', this.#at)) return null
      this.#at += 1
      this.#skipSpaces()
      if (this.#text[this.#at] === close) return null
    }
    this.#at += 1
    const range = { start, end: this.#at }
    return isMap ? { value, node: { range, entries } } : { value: values, node: { range, items } }
  }

  #flowEntry(value: Record<string, Json>, entries: Map<string, SourceNode>, level: number): Read | null {
    const start = this.#at
    flowKeyAt.lastIndex = start
    const found = flowKeyAt.exec(this.#text)
    if (found === null) return null
    const [whole, key] = found as unknown as readonly [string, string]
    this.#at += whole.length
    const read = this.#flowValue(level)
    if (read === null || !isNewKey(key, entries)) return null
    value[key] = read.value
    entries.set(key, { ...read.node, keyRange: { start, end: start + key.length } })
    return read
  }

  #flowValue(level: number): Read | null {
    const start = this.#at
    const first = this.#text[start]
    if (first === '{' || first === '[') return this.#flow(level + 1)
    if (first === '"' || first === "'") {
      this.#at = this.#quoted(start)
      return this.#at > start && !this.#text.slice(start, this.#at).includes('\n')
        ? this.#quotedAt(start, this.#at)
        : null
    }
    flowPlainAt.lastIndex = start
    const source = flowPlainAt.exec(this.#text)?.[0].trimEnd() ?? ''
    this.#at += source.length
    return source.includes('\n') ? null : plainAt(start, source)
  }

  #skipSpaces(): void {
    while (this.#text[this.#at] === ' ') this.#at += 1
  }
}

/** An unquoted word, text or number. */
function plainAt(start: number, source: string): Read | null {
  const node = { range: { start, end: start + source.length } }
  if (number.test(source)) return { value: Number(source), node }
  if (!plainStart.test(source)) return null
  const word = words.get(source)
  return { value: word === undefined ? source : word, node }
}

function isNewKey(key: string, entries: ReadonlyMap<string, SourceNode>): boolean {
  return !words.has(key) && !isForbiddenName(key) && !entries.has(key)
}
