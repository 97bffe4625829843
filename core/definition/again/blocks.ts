import type { Node } from 'yaml'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { scanCharacters, tokensWithin } from '../scan.ts'
import { readNode } from '../text/read-node.ts'
import { compose } from '../text/read-yaml.ts'
import type { SourceNode } from '../text/source-node.ts'
import { readPlace } from './read-place.ts'
import { shiftNode, shiftRange } from './shift-node.ts'
import { type Piece, type Section, splitBlocks } from './split-blocks.ts'

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

/** A whole text, read piece by piece. */
export interface Blocks {
  readonly text: string
  readonly sections: readonly Section[]
  /** Of the items of `steps` and of the entries of `layout`, in their order. */
  readonly steps: readonly PlacedBlock[]
  readonly layout: readonly PlacedBlock[]
  /** What the text says; what is said by the same block is the same object as before. */
  readonly value: JsonObject
  readonly node: SourceNode
  readonly known: ReadonlyMap<string, Block>
}

/**
 * Reads a text piece by piece, and of these only what is not known from before.
 * Null when it cannot be certain that the pieces together say what the whole
 * does: `readYaml` says then what the text means and what is wrong with it.
 */
export function readBlocks(text: string, before: Blocks | null): Blocks | null {
  if (scanCharacters(text) !== null) return null
  const sections = splitBlocks(text)
  if (sections === null) return null
  const known = new Map<string, Block>()
  const read = ({ start, end }: Piece): PlacedBlock | null => {
    const piece = text.slice(start, end)
    const block = known.get(piece) ?? before?.known.get(piece) ?? readPlace(piece) ?? readBlock(piece)
    if (block === null) return null
    known.set(block.text, block)
    return { block, start }
  }
  const value: Record<string, Json> = {}
  const entries = new Map<string, SourceNode>()
  const lists: { steps: readonly PlacedBlock[]; layout: readonly PlacedBlock[] } = { steps: [], layout: [] }
  for (const section of sections) {
    const placed = (section.list === undefined ? [section] : section.parts).map(read)
    const whole = placed.filter((one) => one !== null)
    if (whole.length < placed.length) return null
    const said = section.list === undefined ? plainEntry(whole) : listEntry(section, whole)
    if (said === null || Object.hasOwn(value, said.key)) return null
    value[said.key] = said.value
    entries.set(said.key, said.node)
    if (section.list !== undefined) lists[section.list] = whole
  }
  if (lists.steps.length === 0) return null
  const [first] = sections
  const end = [...entries.values()].at(-1)?.range.end as number
  return { text, sections, ...lists, value, node: { range: { start: (first as Section).key, end }, entries }, known }
}

/** A piece that says something whole, without anything to remark on; the text is copied, so as not to keep a whole one. */
export function readBlock(piece: string): Block | null {
  const text = JSON.parse(JSON.stringify(piece)) as string
  // In the whole text it stands one level deeper.
  const scanned = tokensWithin(text, limits.definition.depth - 1)
  if (!scanned.ok) return null
  const { contents, problems } = compose(scanned.tokens, text.length)
  if (problems.length > 0) return null
  // It begins with a line that says something.
  const reading = readNode(text, contents as Node)
  return reading.problems.length > 0 ? null : { text, value: reading.value, node: reading.node }
}

interface Entry {
  readonly key: string
  readonly value: Json
  readonly node: SourceNode
}

/** The one key that a block holds, with its value; null when it holds something else. */
function entryOf({ block, start }: PlacedBlock): Entry | null {
  const { entries, range } = block.node
  const [first] = entries ?? []
  if (first === undefined || entries?.size !== 1 || block.text[range.start] === '{') return null
  const [key] = first
  return { key, value: (block.value as JsonObject)[key] as Json, node: shiftNode(first[1], start) }
}

function plainEntry([placed]: readonly PlacedBlock[]): Entry | null {
  return entryOf(placed as PlacedBlock)
}

function listEntry({ list, key: at }: Section, parts: readonly PlacedBlock[]): Entry | null {
  const key = list as string
  const keyRange = { start: at, end: at + key.length }
  return list === 'steps' ? stepsEntry(key, keyRange, parts) : layoutEntry(key, keyRange, parts)
}

type KeyRange = NonNullable<SourceNode['keyRange']>

function stepsEntry(key: string, keyRange: KeyRange, parts: readonly PlacedBlock[]): Entry | null {
  const items = parts.map(({ block, start }) => ({ value: itemOf(block), node: shiftNode(itemNode(block), start) }))
  if (items.some(({ value }) => value === null)) return null
  const [first, last] = [parts[0] as PlacedBlock, parts.at(-1) as PlacedBlock]
  const range = {
    start: first.start + first.block.node.range.start,
    end: last.start + (itemNode(last.block).itemRange as KeyRange).end,
  }
  return {
    key,
    value: items.map(({ value }) => value),
    node: { range, keyRange, items: items.map(({ node }) => node) },
  }
}

/** The step that a block holds; null when it is no map. */
function itemOf({ value }: Block): JsonObject | null {
  const [item] = value as readonly Json[]
  return isJsonObject(item) ? item : null
}

function itemNode({ node }: Block): SourceNode {
  return (node.items as readonly SourceNode[])[0] as SourceNode
}

function layoutEntry(key: string, keyRange: KeyRange, parts: readonly PlacedBlock[]): Entry | null {
  const value: Record<string, Json> = {}
  const entries = new Map<string, SourceNode>()
  for (const part of parts) {
    const entry = entryOf(part)
    if (entry === null || entries.has(entry.key)) return null
    value[entry.key] = entry.value
    entries.set(entry.key, entry.node)
  }
  const first = parts[0] as PlacedBlock
  const { start } = shiftRange(first.block.node.range, first.start)
  const end = [...entries.values()].at(-1)?.range.end as number
  return { key, value, node: { range: { start, end }, keyRange, entries } }
}
