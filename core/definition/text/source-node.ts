import type { TextRange } from '../../text-range.ts'

/** The range of a value in the text, with the nodes of its inner values: the source positions of the plain data. */
export interface SourceNode {
  /** Range of the value: with quotes, without comments and the line break behind it. Empty where nothing is written. */
  readonly range: TextRange
  /** Its key, in a map. */
  readonly keyRange?: TextRange
  /** With its dash, in a list. */
  readonly itemRange?: TextRange
  /** Children by key; a key that was written under an alias is there under both names. */
  readonly entries?: Map<string, SourceNode>
  readonly items?: readonly SourceNode[]
  /** The value is an unsupported YAML alias, and left out. */
  readonly isAlias?: true
}

export type SourcePath = readonly (string | number)[]

export function childOf(node: SourceNode, key: string | number): SourceNode | undefined {
  return typeof key === 'number' ? node.items?.[key] : node.entries?.get(key)
}

/** Range for problems of the whole value: its key, its name, or its beginning. */
export function headOf(node: SourceNode): TextRange {
  if (node.keyRange !== undefined) return node.keyRange
  if (node.itemRange !== undefined && isEmpty(node.range)) return node.itemRange
  const name = node.entries?.get('name')
  if (name !== undefined && !isEmpty(name.range)) return name.range
  const first = node.entries?.values().next().value ?? node.items?.[0]
  return first === undefined ? node.range : headOf(first)
}

export function isEmpty(range: TextRange): boolean {
  return range.start === range.end
}
