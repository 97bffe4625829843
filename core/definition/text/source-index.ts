import type { TextRange } from '../../text-range.ts'
import { childOf, type SourceNode, type SourcePath } from './source-node.ts'

export type { SourcePath } from './source-node.ts'

/** Finds ranges in a text by path and by step. Paths are the paths of problems: keys and indexes from the root. */
export interface SourceIndex {
  /** The value at a path. */
  rangeOf(path: SourcePath): TextRange | undefined
  /** The key that a path ends with. */
  keyRange(path: SourcePath): TextRange | undefined
  /** The whole list item of a step, from its dash to its last character. */
  stepRange(name: string): TextRange | undefined
}

export function sourceIndex(root: SourceNode | undefined, stepRange: SourceIndex['stepRange']): SourceIndex {
  const find = (path: SourcePath) =>
    path.reduce<SourceNode | undefined>((node, key) => node && childOf(node, key), root)
  return {
    rangeOf: (path) => find(path)?.range,
    keyRange: (path) => find(path)?.keyRange,
    stepRange,
  }
}
