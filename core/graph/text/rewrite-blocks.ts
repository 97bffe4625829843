import { parseDocument, type YAMLSeq } from 'yaml'
import type { Block, Blocks, PlacedBlock } from '#core/definition/again/blocks.ts'
import { blocksOf, parseAgain } from '#core/definition/again/parse-again.ts'
import type { ParseResult } from '#core/definition/parse.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { Collection } from './geometry.ts'
import { jsonEqual } from './json-equal.ts'
import { rewrite } from './rewrite.ts'
import { openSource, type Source } from './source.ts'
import { applySplices, type Splice } from './splice.ts'
import { isWholeStyle, type SeenStyle, type Style, seeEntries, seeStyle, usualStyle } from './style.ts'

export interface RewrittenBlocks {
  readonly splices: readonly Splice[]
  readonly text: string
  /** The new text, read. */
  readonly parsed: ParseResult
}

/**
 * `rewrite` for a text that was read in pieces: rewrites an excerpt that has
 * only the steps and positions that change, and puts the splices where the
 * excerpt comes from. Null where steps come, go or change places, or where the
 * new text would not say what is wanted: then the whole text is to be rewritten.
 */
export function rewriteBlocks(parsed: ParseResult, wanted: JsonObject): RewrittenBlocks | null {
  const blocks = blocksOf(parsed)
  const chosen = blocks && choose(blocks, wanted)
  if (blocks === null || chosen === null) return null
  // What was read in pieces without a problem is read without one.
  const excerpt = openSource(excerptOf(blocks, chosen.pieces)) as Source
  const written = rewrite(excerpt, chosen.wanted, wholeStyle(blocks, excerpt))
  if (!written.ok) return null
  const splices = written.splices.map((splice) => moved(splice, chosen.pieces))
  const text = applySplices(blocks.text, splices)
  const again = parseAgain(text, parsed)
  return jsonEqual(blocksOf(again)?.value, wanted) ? { splices, text, parsed: again } : null
}

/** A stretch of the text that the excerpt has, in order and apart. */
interface Stretch {
  readonly start: number
  readonly end: number
}

interface Choice {
  readonly pieces: readonly Stretch[]
  readonly wanted: JsonObject
}

function choose(blocks: Blocks, wanted: JsonObject): Choice | null {
  const steps = changedSteps(blocks.value.steps as readonly Json[], wanted.steps)
  const layout = blocks.layout.length === 0 ? null : changedPlaces(blocks.value.layout as JsonObject, wanted.layout)
  if (steps === null || (layout === null && blocks.layout.length > 0)) return null
  const chosen = { steps, layout: layout ?? new Set<number>() }
  const pieces = blocks.sections.flatMap(({ start, end, list, parts }): Stretch[] => {
    const [first] = parts
    if (list === undefined || first === undefined) return [{ start, end }]
    return [{ start, end: first.start }, ...parts.filter((_, index) => chosen[list].has(index))]
  })
  const places = Object.keys((blocks.value.layout ?? {}) as JsonObject)
  const left = new Set(places.filter((_, index) => layout !== null && !layout.has(index)))
  const entries = Object.entries(wanted).map(([key, value]): [string, Json] => {
    if (key === 'steps') return [key, (value as readonly Json[]).filter((_, index) => steps.has(index))]
    if (key !== 'layout' || layout === null) return [key, value]
    return [key, Object.fromEntries(Object.entries(value as JsonObject).filter(([name]) => !left.has(name)))]
  })
  return { pieces: joined(pieces), wanted: Object.fromEntries(entries) }
}

/** Indexes of what changes, and the first one, by which lists are known to quote. */
function changedSteps(before: readonly Json[], after: Json | undefined): ReadonlySet<number> | null {
  if (!isJsonList(after) || after.length !== before.length) return null
  return new Set(before.flatMap((step, index) => (index === 0 || step !== after[index] ? [index] : [])))
}

/** The same of entries; also the last one, behind which new ones are put. */
function changedPlaces(before: JsonObject, after: Json | undefined): ReadonlySet<number> | null {
  if (!isJsonObject(after)) return null
  const names = Object.keys(before)
  const wanted = Object.keys(after)
  if (!names.every((name, index) => wanted[index] === name)) return null
  return new Set(
    names.flatMap((name, index) =>
      index === 0 || index === names.length - 1 || before[name] !== after[name] ? [index] : [],
    ),
  )
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

/** A splice of the excerpt as one of the text. */
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

/** The style of the whole text: of the excerpt, but that lists of steps are looked through to where each part is seen. */
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
  /** What the item itself shows, and what is in it. */
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
