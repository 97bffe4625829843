import type { Json } from '../../json.ts'
import type { SourceNode } from '../text/source-node.ts'
import type { Section } from './split-blocks.ts'

/** A piece of a text that was read for itself: places count from its beginning, and it is the same object as long as its text is. */
export interface Block {
  readonly text: string
  readonly value: Json
  readonly node: SourceNode
}

export interface PlacedBlock {
  readonly block: Block
  readonly start: number
}

/** A section as it was read: its pieces in their order, one where it is no list. */
export interface ReadSection extends Section {
  readonly placed: readonly PlacedBlock[]
  readonly name: string
  readonly value: Json
}
