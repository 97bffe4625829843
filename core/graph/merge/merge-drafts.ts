import type { JsonObject } from '../../json.ts'
import type { Outcomes } from '../edits/draft/edit-draft.ts'
import { rewriteOutcome, withEdges } from '../edits/edges/keep-edges.ts'
import { addFreeNotes } from '../edits/notes/free-notes.ts'
import { restoreComments } from './comments.ts'
import { type MergeConflict, type Merging, type Resolutions, startMerging } from './conflict.ts'
import { joinLines, linesOf } from './lines.ts'
import { mergeEdges } from './merge-edges.ts'
import { mergeSequences } from './merge-sequences.ts'
import { mergeValues } from './merge-values.ts'
import { inOneGroup } from './one-group.ts'
import { withOwnIds } from './own-ids.ts'
import { type Reading, readDraft, type Three } from './readings.ts'
import { type SameSteps, withSameSteps } from './same-steps.ts'

export type { MergeConflict, Resolution, Resolutions } from './conflict.ts'
export type DraftTexts = Three<string>

export interface DraftMerge {
  /** The text with both sides' changes; each conflict is resolved by its choice, and by theirs without one. */
  readonly text: string
  readonly conflicts: readonly MergeConflict[]
  /** Steps that both sides moved, on the canvas or into groups: mine's position is used. */
  readonly placed: readonly string[]
}

/**
 * Merges two drafts with a common base, by steps and fields where all three can be parsed, otherwise by lines. Comments
 * of both sides stay. Different changes of both sides to one thing are a conflict; the call with choices resolves it.
 * Total.
 */
export function mergeDrafts(texts: DraftTexts, choices: Resolutions = {}): DraftMerge {
  const { base, mine, theirs } = texts
  if (mine === theirs || mine === base) return { text: theirs, conflicts: [], placed: [] }
  if (theirs === base) return { text: mine, conflicts: [], placed: [] }
  return mergeSteps(texts, choices) ?? mergeTexts(texts, choices)
}

function mergeSteps(texts: DraftTexts, choices: Resolutions): DraftMerge | null {
  const [base, written, theirs] = [texts.base, texts.mine, texts.theirs].map(readDraft)
  if (!base || !written || !theirs) return null
  const { mine, notes } = withOwnIds({ base, mine: written, theirs })
  const merging = startMerging(choices)
  const three = withSameSteps(merging, { base, mine, theirs })
  if (three === null) return null
  const root = mergeRoots(merging, three)
  const wanted = mergeEdges(merging, three)
  for (const start of [mergedLines(three), three.theirs.text]) {
    const merged = rewritten(start, root, wanted)
    if (merged === null) continue
    const own = restoreComments(merged.text, texts.base, mine.text)
    return {
      text: addFreeNotes(restoreComments(own, texts.base, texts.theirs), notes),
      conflicts: merging.conflicts,
      placed: merging.placed,
    }
  }
  return null
}

function mergeRoots(merging: Merging, { base, mine, theirs, cut }: SameSteps): JsonObject {
  const old = base.source.value
  const said = (side: Reading, without: Reading) =>
    without === base
      ? side.source.value
      : withoutCuts({ base: old, cut: without.source.value, remover: side.source.value })
  const root = mergeValues(merging, [], {
    base: old,
    mine: said(mine, cut.mine),
    theirs: said(theirs, cut.theirs),
  }) as JsonObject
  return inOneGroup(root, mine.source.value, merging.placed)
}

/** Both sides' lines, comments included; at a conflict theirs, or both where both sides only inserted lines. */
function mergedLines({ base, mine, theirs }: Three<Reading>): string {
  const regions = mergeSequences(linesOf(base.text), linesOf(mine.text), linesOf(theirs.text), (line) => line)
  return joinLines(
    ...regions.map((region) => {
      if (region.kind === 'settled') return region.items
      return region.base.length === 0 ? [...region.theirs, ...region.mine] : region.theirs
    }),
  )
}

/** A text rewritten to mean `root` with exactly these edges; null where that is not possible. */
function rewritten(start: string, root: JsonObject, wanted: SameSteps['base']['edges']): Reading | null {
  const reading = readDraft(start)
  const write = (outcome: Outcomes) => {
    const result = reading && rewriteOutcome(reading.source, outcome)
    return result?.ok ? readDraft(result.source.text) : null
  }
  const meant = write({ ok: true, root })
  if (meant === null) return null
  const names = new Set(meant.definition.steps.map(({ name }) => name))
  const edges = [...wanted].filter(([, { from, to }]) => names.has(from) && names.has(to))
  return write(withEdges(root, edges, meant.definition))
}

/** A merge by lines, for texts that are not readable as workflows. */
function mergeTexts({ base, mine, theirs }: DraftTexts, choices: Resolutions): DraftMerge {
  const merging = startMerging(choices)
  const regions = mergeSequences(linesOf(base), linesOf(mine), linesOf(theirs), (line) => line)
  const parts = regions.map((region, index) => {
    if (region.kind === 'settled') return region.items
    const text = (lines: readonly string[]) => (lines.length === 0 ? null : lines.join(''))
    const sides = { base: text(region.base), mine: text(region.mine), theirs: text(region.theirs) }
    // Keeping both needs a text on both sides.
    const both = sides.mine !== null && sides.theirs !== null
    const choice = merging.choose({ kind: 'lines', step: null, path: [String(index)], ...sides, both })
    return choice === 'both' ? [...region.theirs, ...region.mine] : region[choice]
  })
  return { text: joinLines(...parts), conflicts: merging.conflicts, placed: [] }
}

/**
 * The data of the side that removed steps which stay, as if it had never removed them. The removal also cut the routes,
 * positions and memberships that refer to the steps, which was not a change by intent. `cut` is the base without these
 * steps; the side's other changes stay. Total.
 */
function withoutCuts({ base, cut, remover }: Record<'base' | 'cut' | 'remover', JsonObject>): JsonObject {
  const versions: Three<JsonObject> = { base: cut, mine: remover, theirs: base }
  return mergeValues(unasked(), [], versions) as JsonObject
}

/**
 * Where the side changed a cut value as well, both values are kept, or the base's wins: this is no conflict between
 * people.
 */
const unasked = (): Merging => ({ conflicts: [], placed: [], choose: ({ both }) => (both ? 'both' : 'mine') })
