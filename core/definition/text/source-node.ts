import type { TextRange } from '../../text-range.ts'

/** Where a value of the text stands, and the values in it: the shape of the text beside its plain data. */
export interface SourceNode {
  /** The value: quotes included, comments and the line break behind it not. Empty where nothing is written. */
  readonly range: TextRange
  /** Its key, in a map. */
  readonly keyRange?: TextRange
  /** With its dash, in a list. */
  readonly itemRange?: TextRange
  /** By key; a key that was written under another name is there under both. */
  readonly entries?: Map<string, SourceNode>
  readonly items?: readonly SourceNode[]
  /** In its place stands a reference to another value, which is left out. */
  readonly isAlias?: true
}

export type SourcePath = readonly (string | number)[]

export function childOf(node: SourceNode, key: string | number): SourceNode | undefined {
  return typeof key === 'number' ? node.items?.[key] : node.entries?.get(key)
}

/** Where to point when something about the whole value is said: its key, its name, or where it begins. */
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
