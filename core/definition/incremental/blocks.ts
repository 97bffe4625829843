import type { Node } from 'yaml'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { readNode } from '../text/read-node.ts'
import { compose } from '../text/read-yaml.ts'
import { tokensWithin } from '../text/scan.ts'
import type { SourceNode } from '../text/source-node.ts'
import type { Block, PlacedBlock, ReadSection } from './block.ts'
import { wholeNode } from './block-nodes.ts'
import { readPlain } from './read-plain.ts'
import { readPosition } from './read-position.ts'
import type { Piece, Section } from './split-blocks.ts'

/** A whole text, parsed piece by piece. */
export interface Blocks {
  readonly text: string
  /** Size of the text in UTF-8. */
  readonly bytes: number
  readonly sections: readonly ReadSection[]
  /** Pieces of the items of `steps` and of the entries of `layout`, in order. */
  readonly steps: readonly PlacedBlock[]
  readonly layout: readonly PlacedBlock[]
  /** The text as plain data; the data of an unchanged block is the same object as before. */
  readonly value: JsonObject
  readonly node: SourceNode
  /** Blocks by their text: the blocks of this parse, and some of earlier ones. */
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
    const block = known.get(piece) ?? readPosition(piece) ?? readPlain(piece) ?? readBlock(piece)
    if (block === null) return null
    known.set(block.text, block)
    placed.push({ block, start })
  }
  return placed
}

/** Null when a piece is not valid in its place. */
export function readSection(section: Section, placed: readonly PlacedBlock[]): ReadSection | null {
  const said = section.list === undefined ? plainEntry(placed) : listEntry(section.list, placed)
  return said && { ...section, placed, ...said }
}

/** Known blocks are dropped beyond this many per current block. */
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
  const reusable = known.size <= all.length * mostKnown ? known : new Map(all.map(({ block }) => [block.text, block]))
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
    known: reusable,
  }
}

/**
 * Parses a piece that is complete and free of problems; null otherwise. The text is copied, because a slice would keep
 * the whole text in memory.
 */
export function readBlock(piece: string): Block | null {
  const text = JSON.parse(JSON.stringify(piece)) as string
  // In the whole text the piece is one level deeper.
  const scanned = tokensWithin(text, limits.definition.depth - 1)
  if (!scanned.ok) return null
  const { contents, problems } = compose(scanned.tokens, text.length)
  if (problems.length > 0) return null
  // The piece begins with a line that has content.
  const reading = readNode(text, contents as Node)
  return reading.problems.length > 0 ? null : { text, value: reading.value, node: reading.node }
}

/** The single key of a block, with its value; null when the block holds something else. */
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
