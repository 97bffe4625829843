import type { TextRange } from '../../text-range.ts'
import type { SourceNode } from '../text/source-node.ts'

/** The node of a piece as a node of the whole text, in which the piece begins at `by`; created lazily. */
export function shiftNode(node: SourceNode, by: number): SourceNode {
  return new ShiftedNode(node, by) as SourceNode
}

export function shiftRange({ start, end }: TextRange, by: number): TextRange {
  return { start: start + by, end: end + by }
}

class ShiftedNode {
  readonly #node: SourceNode
  readonly #by: number
  #entries: Map<string, SourceNode> | undefined
  #items: readonly SourceNode[] | undefined

  constructor(node: SourceNode, by: number) {
    this.#node = node
    this.#by = by
  }

  get range(): TextRange {
    return shiftRange(this.#node.range, this.#by)
  }

  get keyRange(): TextRange | undefined {
    return this.#node.keyRange && shiftRange(this.#node.keyRange, this.#by)
  }

  get itemRange(): TextRange | undefined {
    return this.#node.itemRange && shiftRange(this.#node.itemRange, this.#by)
  }

  get entries(): Map<string, SourceNode> | undefined {
    const { entries } = this.#node
    this.#entries ??= entries && new Map([...entries].map(([key, node]) => [key, shiftNode(node, this.#by)]))
    return this.#entries
  }

  get items(): readonly SourceNode[] | undefined {
    this.#items ??= this.#node.items?.map((node) => shiftNode(node, this.#by))
    return this.#items
  }
}
