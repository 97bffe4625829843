import type { Json } from '../../json.ts'
import type { SourceNode } from '../text/source-node.ts'
import type { Section } from './split-blocks.ts'

/**
 * A piece of a text that was parsed on its own. Offsets count from its beginning, and the object stays the same as long
 * as its text does.
 */
export interface Block {
  readonly text: string
  readonly value: Json
  readonly node: SourceNode
}

export interface PlacedBlock {
  readonly block: Block
  readonly start: number
}

/** A parsed section: its pieces in order, one piece where it is no list. */
export interface ReadSection extends Section {
  readonly placed: readonly PlacedBlock[]
  readonly name: string
  readonly value: Json
}
