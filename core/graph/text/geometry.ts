import { type CST, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml'

/** A pair of a map or an item of a list, with its offsets in the text. */
export interface Entry {
  /** True for a pair, false for an item. */
  readonly keyed: boolean
  /** The key, as in the plain data; empty for an item. */
  readonly key: string
  /** Offset of its key, its dash or (in a flow list) its value. */
  readonly start: number
  /** Behind the key; `start` for an item. */
  readonly keyEnd: number
  /** Offset just behind the colon or the dash: the place for a value that was empty. */
  readonly gap: number
  /** The separator between the gap and such a value. */
  readonly gapText: string
  /** Offset behind its last character, comments not counted. */
  readonly end: number
  /** Null when nothing is written. */
  readonly value: Node | null
}

export type Collection = YAMLMap | YAMLSeq

export function isBlock(node: Node | null): node is Collection {
  return (isMap(node) || isSeq(node)) && node.flow !== true
}

export function startOf(node: Node): number {
  return rangeOf(node)[0]
}

/** A parsed node has a range; only the parser's own types say so. */
function rangeOf(node: Node): readonly [number, number, number] {
  return node.range as [number, number, number]
}

/** Offset behind the last character of a node: block collections and block scalars without their last line break. */
export function endOf(text: string, node: Node): number {
  if (isBlock(node)) return (entriesOf(text, node).at(-1) as Entry).end
  const end = rangeOf(node)[1]
  if (!isBlockScalar(node)) return end
  return text[end - 1] !== '\n' ? end : text[end - 2] === '\r' ? end - 2 : end - 1
}

export function isBlockScalar(node: Node | null): boolean {
  return isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED')
}

/** Does a node end with a block scalar that owns the empty lines below it? */
export function keepsEmptyLines(text: string, node: Node | null): boolean {
  if (isBlock(node)) return keepsEmptyLines(text, (entriesOf(text, node).at(-1) as Entry).value)
  if (node === null || !isBlockScalar(node)) return false
  return /^[|>]\d?\+/.test(text.slice(startOf(node)))
}

/** The entries of a collection of `text`, computed once: parsed nodes are immutable. */
export function entriesOf(text: string, node: Collection): readonly Entry[] {
  const known = measured.get(node)
  if (known !== undefined) return known
  const entries = measure(text, node)
  measured.set(node, entries)
  return entries
}

const measured = new WeakMap<Collection, readonly Entry[]>()

function measure(text: string, node: Collection): Entry[] {
  if (isMap(node)) return node.items.map((pair) => pairEntry(text, pair as Pair<Node, Node>))
  const marks = node.flow === true ? [] : dashes(node)
  return node.items.map((item, index) => {
    const value = written(item as Node)
    const dash = marks[index]
    const start = dash ?? startOf(item as Node)
    const gap = dash === undefined ? start : dash + 1
    return {
      keyed: false,
      key: '',
      start,
      keyEnd: start,
      gap,
      gapText: ' ',
      end: value === null ? gap : endOf(text, value),
      value,
    }
  })
}

/** The key of a pair as the plain data has it. */
export function keyName(key: unknown): string {
  return isScalar(key) && key.value !== null ? String(key.value) : ''
}

/** Offset behind a byte order mark, which some editors write. */
export function textStart(text: string): number {
  return text.startsWith('\ufeff') ? 1 : 0
}

export function lineStart(text: string, offset: number): number {
  const newline = offset === 0 ? -1 : text.lastIndexOf('\n', offset - 1)
  return newline === -1 ? textStart(text) : newline + 1
}

/** The end of the line that `offset` is in, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset)
  if (newline === -1) return text.length
  return newline > offset && text[newline - 1] === '\r' ? newline - 1 : newline
}

/** The start of the line after the one that `offset` is in; the text's length on the last line. */
export function nextLine(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset)
  return newline === -1 ? text.length : newline + 1
}

export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset)
}

/** Does nothing but space stand before `offset` on its line? */
export function isFirstOnLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === ''
}

function pairEntry(text: string, pair: Pair<Node, Node>): Entry {
  const value = pair.value === null ? null : written(pair.value)
  const colon = pair.srcToken?.sep?.find((token) => token.type === 'map-value-ind')
  const keyEnd = rangeOf(pair.key)[1]
  const gap = colon === undefined ? keyEnd : colon.offset + 1
  return {
    keyed: true,
    key: keyName(pair.key),
    start: startOf(pair.key),
    keyEnd,
    gap,
    gapText: colon === undefined ? ': ' : ' ',
    end: value === null ? gap : endOf(text, value),
    value,
  }
}

function written(node: Node): Node | null {
  const [start, end] = rangeOf(node)
  return start === end ? null : node
}

function dashes(node: YAMLSeq): number[] {
  const token = node.srcToken as CST.BlockSequence
  return token.items.flatMap((item) =>
    item.start.filter((part) => part.type === 'seq-item-ind').map((part) => part.offset),
  )
}
