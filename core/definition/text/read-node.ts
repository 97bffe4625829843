import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, Scalar, type YAMLMap, type YAMLSeq } from 'yaml'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { isLongerThan } from '../../expression/byte-length.ts'
import type { Severity, TextRange } from '../../text-range.ts'
import { isForbiddenName } from '../names.ts'
import type { Problem } from '../problem.ts'
import { bracesAdvice, bracesInQuotes } from './braces-in-quotes.ts'
import { digitLoss } from './number-digits.ts'
import { isEmpty, type SourceNode, type SourcePath } from './source-node.ts'

export interface NodeReading {
  readonly value: Json
  readonly node: SourceNode
  readonly problems: readonly Problem[]
}

/** Tags that the core schema infers anyway. */
const coreTag = /^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq)$/

/** Converts a parsed node to plain data with ranges; unsupported constructs are reported and left out. */
export function readNode(text: string, root: Node): NodeReading {
  const reader = new NodeReader(text)
  const { value, node } = reader.read(root, [])
  return { value, node, problems: reader.problems }
}

interface Read {
  readonly value: Json
  readonly node: SourceNode
}

class NodeReader {
  readonly problems: Problem[] = []
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  read(node: Node, path: SourcePath): Read {
    const range = this.#rangeOf(node)
    this.#refuseExtras(node, range, path)
    if (isMap<Node, Node | null>(node)) return this.#readMap(node, range, path)
    if (isSeq<Node>(node)) return this.#readSeq(node, range, path)
    if (isScalar(node)) return { value: this.#readScalar(node, range, path), node: { range } }
    return { value: null, node: { range, isAlias: true } }
  }

  #readMap(map: YAMLMap<Node, Node | null>, range: TextRange, path: SourcePath): Read {
    const value: Record<string, Json> = {}
    const entries = new Map<string, SourceNode>()
    for (const pair of map.items) {
      const keyRange = this.#rangeOf(pair.key)
      const key = this.#readKey(pair, keyRange, path)
      if (key === null) continue
      if (entries.has(key)) {
        this.#error('KEY_TWICE', `${key} appears twice. Keep one of them.`, [...path, key], keyRange)
        continue
      }
      const read =
        pair.value === null ? { value: null, node: { range: at(keyRange.end) } } : this.read(pair.value, [...path, key])
      value[key] = read.value
      entries.set(key, { ...read.node, keyRange })
    }
    const last = [...entries.values()].at(-1)?.range.end ?? range.end
    return { value, node: { range: { start: range.start, end: map.flow === true ? range.end : last }, entries } }
  }

  #readKey({ key }: Pair<Node, Node | null>, range: TextRange, path: SourcePath): string | null {
    this.#refuseExtras(key, range, path)
    if (!isScalar(key) || key.value === null) {
      const advice = isMap(key) ? ` ${bracesAdvice}` : ''
      const fix = isMap(key) ? bracesInQuotes(this.#text, range.start) : undefined
      const message = `A key must be a word or text.${advice}`
      this.problems.push({ code: 'KEY_INVALID', message, severity: 'error', path, range, ...(fix ? { fix } : {}) })
      return null
    }
    const name = typeof key.value === 'string' ? key.value : (key.source as string)
    if (name === '<<' && key.type === Scalar.PLAIN) {
      this.#error('MERGE_KEY', 'Merge keys (<<) are not supported. Write the keys out.', path, range)
      return null
    }
    if (isForbiddenName(name)) {
      this.#error('NAME_FORBIDDEN', `${name} cannot be a key. Choose another name.`, [...path, name], range)
      return null
    }
    return name
  }

  #readSeq(list: YAMLSeq<Node>, range: TextRange, path: SourcePath): Read {
    const dashes = dashesOf(list)
    const reads = list.items.map((item, index) => {
      const { value, node } = this.read(item, [...path, index])
      const dash = dashes[index]
      if (dash === undefined) return { value, node: { ...node, itemRange: node.range } }
      const end = isEmpty(node.range) ? dash + 1 : node.range.end
      return { value, node: { ...node, itemRange: { start: dash, end } } }
    })
    const end = list.flow === true ? range.end : reads.reduce((_, { node }) => node.itemRange.end, range.end)
    const items = reads.map((read) => read.node)
    return { value: reads.map((read) => read.value), node: { range: { start: range.start, end }, items } }
  }

  #readScalar(scalar: Scalar, range: TextRange, path: SourcePath): Json {
    const { value, source } = scalar
    if (typeof value === 'string') {
      if (isLongerThan(limits.definition.stringBytes, value)) {
        this.#error('STRING_TOO_LONG', `A text can have up to ${limits.definition.stringBytes / 1024} kB.`, path, range)
      }
      return value
    }
    if (typeof value === 'number') return this.#readNumber(value, source, range, path)
    return typeof value === 'boolean' ? value : null
  }

  #readNumber(value: number, source: string | undefined, range: TextRange, path: SourcePath): Json {
    if (!Number.isFinite(value)) {
      this.#error(
        'NUMBER_INVALID',
        'Infinity and "not a number" are not supported. Use a number, or put it in quotes.',
        path,
        range,
      )
      return null
    }
    // A parsed number has its source.
    const loss = digitLoss(String(source), value, path)
    if (loss !== null) {
      const message =
        loss === 'value'
          ? `This number has too many digits and is read as ${value}. Put it in quotes to keep its digits.`
          : `This number is read as ${value}. Put it in quotes to keep every digit, as in a postal code or a version.`
      const fix = { title: 'Put it in quotes', range, text: `"${source}"` }
      this.problems.push({ code: 'NUMBER_INEXACT', message, severity: 'warning', path, range, fix })
    }
    return value
  }

  /** Reports YAML features that Heddle does not support: references within the text, and custom types. */
  #refuseExtras(node: Node, range: TextRange, path: SourcePath): void {
    if (isAlias(node)) {
      this.#error('ALIAS', 'Aliases (*) are not supported. Write the value out.', path, range)
      return
    }
    if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined) {
      this.#error('ANCHOR', `Anchors (&${node.anchor}) are not supported. Remove it.`, path, range)
    }
    if (node.tag !== undefined && !coreTag.test(node.tag)) {
      this.#error('TAG', `The tag ${node.tag} is not supported. Remove it: types follow from the key.`, path, range)
    }
  }

  #error(code: string, message: string, path: SourcePath, range: TextRange): void {
    this.#add(code, 'error', message, path, range)
  }

  #add(code: string, severity: Severity, message: string, path: SourcePath, range: TextRange): void {
    this.problems.push({ code, message, severity, path, range })
  }

  /** A parsed node has a range. The range of a block scalar would end behind its line break. */
  #rangeOf(node: Node): TextRange {
    const [start, end] = node.range as [number, number, number]
    const isBlock = isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED)
    return { start, end: isBlock ? start + this.#text.slice(start, end).trimEnd().length : end }
  }
}

function at(offset: number): TextRange {
  return { start: offset, end: offset }
}

/** Offsets of the dashes of a block list. Items in brackets have none. */
function dashesOf({ srcToken, flow }: YAMLSeq): readonly number[] {
  if (flow === true || srcToken?.type !== 'block-seq') return []
  return srcToken.items.flatMap(({ start }) =>
    start.filter((part) => part.type === 'seq-item-ind').map((part) => part.offset),
  )
}
