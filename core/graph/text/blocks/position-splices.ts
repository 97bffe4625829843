import type { SourceNode } from '#core/definition/text/source-node.ts'
import { type Splice, trimSplice } from '#core/definition/text/splice.ts'
import type { Json, JsonObject } from '#core/json.ts'
import type { PlacedBlock } from '../../../definition/incremental/block.ts'

/** Moves that change only the digits of numbers. */
export interface MovedPositions {
  readonly names: ReadonlySet<string>
  readonly splices: readonly Splice[]
}

/**
 * The splices for entries of `layout` that stay and get other numbers. They equal the result of a rewrite, but nothing
 * is parsed for them, because automatic layout moves every step. Entries in another form are left to the rewrite.
 */
export function movePositions(
  text: string,
  layout: readonly PlacedBlock[],
  before: JsonObject,
  after: JsonObject,
): MovedPositions {
  const names = new Set<string>()
  const splices: Splice[] = []
  // By name: an object orders names of digits before all others, wherever they stand in the text.
  const blocks = new Map(
    layout.flatMap((placed) => [...entriesOf(placed).keys()].map((name) => [name, placed] as const)),
  )
  for (const name of Object.keys(before)) {
    const wanted = after[name]
    if (wanted === undefined || wanted === before[name]) continue
    const found = numberSplices(text, blocks.get(name) as PlacedBlock, name, before[name] as Json, wanted)
    if (found === null) continue
    names.add(name)
    splices.push(...found)
  }
  return { names, splices }
}

const entriesOf = ({ block }: PlacedBlock) => block.node.entries as ReadonlyMap<string, SourceNode>

function numberSplices(
  text: string,
  placed: PlacedBlock,
  name: string,
  before: Json,
  after: Json,
): readonly Splice[] | null {
  if (!isPosition(before) || !isPosition(after)) return null
  if (isCrossed(before, after)) return null
  const { start } = placed
  const { items } = entriesOf(placed).get(name) as SourceNode
  const splices: Splice[] = []
  for (const [index, number] of after.entries()) {
    const { range } = (items as readonly SourceNode[])[index] as SourceNode
    const at = { start: range.start + start, end: range.end + start }
    if (text.slice(at.start, at.end) !== String(before[index])) return null
    const splice = trimSplice(text, { ...at, text: String(number) })
    if (splice !== null) splices.push(splice)
  }
  return splices
}

function isPosition(value: Json): value is readonly number[] {
  return Array.isArray(value) && value.length === 2 && value.every((number) => Number.isInteger(number))
}

/** A rewrite would keep a number that the other coordinate has already (`alignItems`). */
function isCrossed([left, top]: readonly number[], [x, y]: readonly number[]): boolean {
  return left !== x && (x === top || y === left)
}
