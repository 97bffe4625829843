import { isForbiddenName } from '../names.ts'
import type { SourceNode } from '../text/source-node.ts'
import type { Block } from './block.ts'

/** A position in its usual form: one line, a plain key, two whole numbers. */
const usual = /^( +)([A-Za-z]\w*): \[(0|-?[1-9]\d{0,8}), (0|-?[1-9]\d{0,8})\]\n?$/
/** Words that YAML does not parse as text. */
const meaning = /^(?:null|true|false)$/i

/**
 * The block of an entry of `layout`, parsed without the YAML parser, because automatic layout changes all entries at
 * once; null where the entry has another form.
 */
export function readPosition(piece: string): Block | null {
  const [, indent = '', key = '', x = '', y = ''] = usual.exec(piece) ?? []
  if (key === '' || meaning.test(key) || isForbiddenName(key)) return null
  const keyRange = { start: indent.length, end: indent.length + key.length }
  const start = keyRange.end + ': '.length
  const first = itemAt(start + 1, x)
  const second = itemAt(first.range.end + ', '.length, y)
  const range = { start, end: second.range.end + 1 }
  const location = { range, items: [first, second], keyRange }
  const node = { range: { start: keyRange.start, end: range.end }, entries: new Map([[key, location]]) }
  // Copied, because a slice would keep the whole text in memory.
  return {
    text: `${indent}${key}: [${x}, ${y}]${piece.endsWith('\n') ? '\n' : ''}`,
    value: { [key]: [Number(x), Number(y)] },
    node,
  }
}

function itemAt(start: number, number: string): SourceNode {
  const range = { start, end: start + number.length }
  return { range, itemRange: range }
}
