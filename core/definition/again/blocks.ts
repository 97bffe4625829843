import type { Node } from 'yaml'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { tokensWithin } from '../scan.ts'
import { readNode } from '../text/read-node.ts'
import { compose } from '../text/read-yaml.ts'
import type { SourceNode } from '../text/source-node.ts'
import type { Block, PlacedBlock, ReadSection } from './block.ts'
import { wholeNode } from './block-nodes.ts'
import { readPlace } from './read-place.ts'
import { readPlain } from './read-plain.ts'
import type { Piece, Section } from './split-blocks.ts'

/** A whole text, read piece by piece. */
export interface Blocks {
  readonly text: string
  /** Of the text in UTF-8. */
  readonly bytes: number
  readonly sections: readonly ReadSection[]
  /** Of the items of `steps` and of the entries of `layout`, in their order. */
  readonly steps: readonly PlacedBlock[]
  readonly layout: readonly PlacedBlock[]
  /** What the text says; what is said by the same block is the same object as before. */
  readonly value: JsonObject
  readonly node: SourceNode
  /** By their text: those of this reading, and some of readings before. */
  readonly known: Map<string, Block>
}

export function readPieces(
  text: string,
  pieces: readonly Piece[],
  known: Map<string, Block>,
): readonly PlacedBlock[] | null {
  const placed: PlacedBlock[] = []
  for (const { start, end } of pieces) {
    const piece = text.slice(start, end)
    const block = known.get(piece) ?? readPlace(piece) ?? readPlain(piece) ?? readBlock(piece)
    if (block === null) return null
    known.set(block.text, block)
    placed.push({ block, start })
  }
  return placed
}

/** Null when a piece does not say what it has to where it stands. */
export function readSection(section: Section, placed: readonly PlacedBlock[]): ReadSection | null {
  const said = section.list === undefined ? plainEntry(placed) : listEntry(section.list, placed)
  return said && { ...section, placed, ...said }
}

/** Known pieces beyond this many for each that is there are let go of. */
const mostKnown = 2

export function joined(
  text: string,
  bytes: number,
  sections: readonly ReadSection[],
  known: Map<string, Block>,
): Blocks | null {
  const placedIn = (list: Section['list']) => sections.find((section) => section.list === list)?.placed ?? []
  const [steps, layout] = [placedIn('steps'), placedIn('layout')]
  if (steps.length === 0) return null
  const all = sections.flatMap(({ placed }) => placed)
  const kept = known.size <= all.length * mostKnown ? known : new Map(all.map(({ block }) => [block.text, block]))
  let node: SourceNode | null = null
  return {
    text,
    bytes,
    sections,
    steps,
    layout,
    value: Object.fromEntries(sections.map(({ name, value }) => [name, value])),
    get node() {
      node ??= wholeNode(sections)
      return node
    },
    known: kept,
  }
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

/** The one key that a block holds, with its value; null when it holds something else. */
function entryOf({ block }: PlacedBlock): { readonly name: string; readonly value: Json } | null {
  const { entries, range } = block.node
  const [name, more] = entries?.keys() ?? []
  if (name === undefined || more !== undefined || block.text[range.start] === '{') return null
  return { name, value: (block.value as JsonObject)[name] as Json }
}

function plainEntry([placed]: readonly PlacedBlock[]): ReturnType<typeof entryOf> {
  return entryOf(placed as PlacedBlock)
}

function listEntry(list: 'steps' | 'layout', placed: readonly PlacedBlock[]): ReturnType<typeof entryOf> {
  const value = list === 'steps' ? stepsValue(placed) : layoutValue(placed)
  return value && { name: list, value }
}

function stepsValue(placed: readonly PlacedBlock[]): readonly Json[] | null {
  const items = placed.map(({ block }) => (block.value as readonly Json[])[0] as Json)
  return items.every(isJsonObject) ? items : null
}

function layoutValue(placed: readonly PlacedBlock[]): JsonObject | null {
  const value: Record<string, Json> = {}
  const names = new Set<string>()
  for (const one of placed) {
    const entry = entryOf(one)
    if (entry === null) return null
    names.add(entry.name)
    value[entry.name] = entry.value
  }
  return names.size === placed.length ? value : null
}
