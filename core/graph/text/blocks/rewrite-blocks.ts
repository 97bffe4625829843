import { parseDocument, type YAMLSeq } from 'yaml'
import type { Blocks } from '#core/definition/incremental/blocks.ts'
import { blocksOf, parseIncrementally } from '#core/definition/incremental/parse-incrementally.ts'
import type { ParseResult } from '#core/definition/parse.ts'
import type { SourceNode } from '#core/definition/text/source-node.ts'
import { applySplices, type Splice } from '#core/definition/text/splice.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { Block, PlacedBlock } from '../../../definition/incremental/block.ts'
import type { Collection } from '../geometry.ts'
import { jsonEqual } from '../json-equal.ts'
import { rewrite } from '../rewrite/rewrite.ts'
import { openSource, type Source } from '../source.ts'
import { isWholeStyle, type SeenStyle, type Style, seeEntries, seeStyle, usualStyle } from '../style.ts'
import { type Chosen, chooseEntries, chooseItems } from './choose-pieces.ts'
import { isIndexName } from './index-name.ts'
import { movePositions } from './position-splices.ts'

export interface RewrittenBlocks {
  readonly splices: readonly Splice[]
  readonly text: string
  /** The parse result of the new text. */
  readonly parsed: ParseResult
}

/**
 * `rewrite` for a text that was parsed in pieces. It rewrites an excerpt with only the steps and positions that are
 * changed, added or removed, and their neighbours, and maps the splices back to the text. Null where steps are
 * reordered, or where the new text would not have the wanted meaning: the caller then rewrites the whole text.
 */
export function rewriteBlocks(parsed: ParseResult, wanted: JsonObject): RewrittenBlocks | null {
  const blocks = blocksOf(parsed)
  const splices = blocks && (movesAlone(blocks, wanted) ?? splicesOf(blocks, wanted))
  if (blocks === null || splices === null) return null
  const text = applySplices(blocks.text, splices)
  const again = parseIncrementally(text, parsed, splices)
  return jsonEqual(blocksOf(again)?.value, wanted) ? { splices, text, parsed: again } : null
}

/** The splices of a change of positions alone, each by its numbers; null where more changes. */
function movesAlone({ text, layout, value }: Blocks, wanted: JsonObject): readonly Splice[] | null {
  const { layout: before, ...others } = value
  const { layout: after, ...wantedOthers } = wanted
  if (layout.length === 0 || !isJsonObject(before) || !isJsonObject(after)) return null
  if (!isSame(others, wantedOthers)) return null
  const { names, splices } = movePositions(text, layout, before, after)
  return isSame(before, after, names) ? splices : null
}

/**
 * Are there the same keys in the same order with the same objects, except for keys in `told`, whose change is handled
 * elsewhere?
 */
function isSame(before: JsonObject, after: JsonObject, told?: ReadonlySet<string>): boolean {
  const names = Object.keys(before)
  const wanted = Object.keys(after)
  return (
    names.length === wanted.length &&
    wanted.every((name, index) => name === names[index] && (before[name] === after[name] || told?.has(name) === true))
  )
}

function splicesOf(blocks: Blocks, wanted: JsonObject): readonly Splice[] | null {
  const chosen = choose(blocks, wanted)
  if (chosen === null) return null
  // A text that was parsed in pieces without a problem parses without one.
  const excerpt = openSource(excerptOf(blocks, chosen.pieces)) as Source
  const written = rewrite(excerpt, chosen.wanted, wholeStyle(blocks, excerpt))
  if (!written.ok) return null
  const splices = [...written.splices.map((splice) => moved(splice, chosen.pieces)), ...chosen.moves]
  return splices.sort((a, b) => a.start - b.start || a.end - b.end)
}

/** A stretch of the text that is in the excerpt; stretches are in order and do not overlap. */
interface Stretch {
  readonly start: number
  readonly end: number
}

interface RewritePlan {
  readonly pieces: readonly Stretch[]
  readonly wanted: JsonObject
  /** Splices outside the rewritten excerpt. */
  readonly moves: readonly Splice[]
}

function choose(blocks: Blocks, wanted: JsonObject): RewritePlan | null {
  const steps = isJsonList(wanted.steps)
    ? chooseItems(blocks.value.steps as readonly Json[], wanted.steps, (index) => !isInBraces(blocks.steps[index]))
    : null
  const places = blocks.layout.length === 0 ? unplaced : choosePositions(blocks, wanted.layout)
  if (steps === null || places === null) return null
  const chosen = { steps, layout: places.chosen }
  const pieces = blocks.sections.flatMap(({ start, end, list, parts }): Stretch[] => {
    const [first] = parts
    if (list === undefined || first === undefined) return [{ start, end }]
    return [{ start, end: first.start }, ...parts.filter((_, index) => chosen[list].before.has(index))]
  })
  const entries = Object.entries(wanted).map(([key, value]): [string, Json] => {
    if (key === 'steps') return [key, (value as readonly Json[]).filter((_, index) => steps.after.has(index))]
    if (key !== 'layout' || blocks.layout.length === 0) return [key, value]
    return [key, places.wanted]
  })
  return { pieces: joined(pieces), wanted: Object.fromEntries(entries), moves: places.moves }
}

interface ChosenPositions {
  readonly chosen: Chosen
  readonly wanted: JsonObject
  readonly moves: readonly Splice[]
}

const unplaced: ChosenPositions = { chosen: { before: new Set(), after: new Set() }, wanted: {}, moves: [] }

function choosePositions({ text, layout, value }: Blocks, wanted: Json | undefined): ChosenPositions | null {
  const before = value.layout as JsonObject
  if (wanted === before) return Object.keys(before).some(isIndexName) ? null : sameEntries(layout.length, before)
  if (!isJsonObject(wanted)) return null
  const { names, splices } = movePositions(text, layout, before, wanted)
  const chosen = chooseEntries(before, wanted, names)
  if (chosen === null) return null
  const entries = Object.entries(wanted).filter((_, index) => chosen.after.has(index))
  // Entries whose position `splices` already change keep their old value in the excerpt.
  const said = entries.map(([name, context]) => [name, names.has(name) ? (before[name] as Json) : context] as const)
  return { chosen, wanted: Object.fromEntries(said), moves: splices }
}

/** The entries of an excerpt in which all entries stay. */
function sameEntries(count: number, entries: JsonObject): ChosenPositions {
  const both = new Set([0, count - 1])
  const wanted = Object.keys(entries).flatMap((name, index) =>
    both.has(index) ? [[name, entries[name] as Json] as const] : [],
  )
  return { chosen: { before: both, after: both }, wanted: Object.fromEntries(wanted), moves: [] }
}

function isInBraces(placed: PlacedBlock | undefined): boolean {
  const { block } = placed as PlacedBlock
  const [item] = block.node.items as readonly [SourceNode]
  return block.text[item.range.start] === '{'
}

function joined(pieces: readonly Stretch[]): readonly Stretch[] {
  const result: { start: number; end: number }[] = []
  for (const { start, end } of pieces) {
    const last = result.at(-1)
    if (last?.end === start) last.end = end
    else result.push({ start, end })
  }
  return result
}

function excerptOf({ text }: Blocks, pieces: readonly Stretch[]): string {
  return pieces.map(({ start, end }) => text.slice(start, end)).join('')
}

/** Maps a splice of the excerpt to the text. */
function moved({ start, end, text }: Splice, pieces: readonly Stretch[]): Splice {
  let by = 0
  let offset = 0
  for (const piece of pieces) {
    if (start < offset) break
    by = piece.start - offset
    offset += piece.end - piece.start
  }
  return { start: start + by, end: end + by, text }
}

/**
 * The style of the whole text: that of the excerpt, except for lists of steps, which are searched until each part is
 * seen.
 */
function wholeStyle(blocks: Blocks, excerpt: Source): Style {
  const seen: SeenStyle = {}
  seeEntries(excerpt.text, excerpt.root, seen)
  for (const { key, value } of excerpt.root.items.map((pair) => ({ key: String(pair.key), value: pair.value }))) {
    if (isWholeStyle(seen)) break
    if (key === 'steps') seeSteps(blocks.steps, seen)
    else if (value !== null && 'items' in value) seeStyle(excerpt.text, value as Collection, seen)
  }
  return { newline: '\n', ...usualStyle, ...seen }
}

function seeSteps(steps: readonly PlacedBlock[], seen: SeenStyle): void {
  const look = (part: keyof BlockStyle, isDone: () => boolean) => {
    for (const { block } of steps) {
      if (isDone()) return
      Object.assign(seen, { ...styleOfBlock(block)[part], ...seen })
    }
  }
  look('dash', () => seen.dashWidth !== undefined)
  look('within', () => isWholeStyle(seen))
}

interface BlockStyle {
  /** The style of the item itself, and of its contents. */
  readonly dash: SeenStyle
  readonly within: SeenStyle
}
const styles = new WeakMap<Block, BlockStyle>()

function styleOfBlock(block: Block): BlockStyle {
  const known = styles.get(block)
  if (known !== undefined) return known
  const style: BlockStyle = { dash: {}, within: {} }
  const { contents } = parseDocument(block.text, { keepSourceTokens: true, uniqueKeys: false, logLevel: 'silent' })
  const list = contents as unknown as YAMLSeq<Collection>
  seeEntries(block.text, list, style.dash)
  for (const item of list.items) seeStyle(block.text, item, style.within)
  styles.set(block, style)
  return style
}
