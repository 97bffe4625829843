import { isForbiddenName } from '../names.ts'
import type { SourceNode } from '../text/source-node.ts'
import type { Block } from './block.ts'

/** A place as it is usually written: one line, a plain key, two whole numbers. */
const usual = /^( +)([A-Za-z]\w*): \[(0|-?[1-9]\d{0,8}), (0|-?[1-9]\d{0,8})\]\n?$/
/** Words that mean something else to YAML than their letters. */
const meaning = /^(?:null|true|false)$/i

/** The block of an entry of `layout`, without a parser, as arranging changes all of them at once; null where it is written in another way. */
export function readPlace(piece: string): Block | null {
  const [, indent = '', key = '', x = '', y = ''] = usual.exec(piece) ?? []
  if (key === '' || meaning.test(key) || isForbiddenName(key)) return null
  const keyRange = { start: indent.length, end: indent.length + key.length }
  const start = keyRange.end + ': '.length
  const first = itemAt(start + 1, x)
  const second = itemAt(first.range.end + ', '.length, y)
  const range = { start, end: second.range.end + 1 }
  const place = { range, items: [first, second], keyRange }
  const node = { range: { start: keyRange.start, end: range.end }, entries: new Map([[key, place]]) }
  // Copied, so as not to keep the whole text.
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
