import { changeWords } from '#components/diff/change-words.ts'
import { parse } from '#core/definition/parse.ts'
import { diffDefinitions } from '#core/graph/diff/diff-definitions.ts'
import type { History } from '#core/graph/history/history.ts'
import { rebaseHistory } from '#core/graph/history/rebase-history.ts'
import { lineSplices } from '#core/graph/merge/lines.ts'
import { type DraftTexts, type MergeConflict, mergeDrafts, type Resolutions } from '#core/graph/merge/merge-drafts.ts'
import type { MergedText } from '../document/document.ts'

export interface PreparedMerge extends MergedText {
  readonly conflicts: readonly MergeConflict[]
  readonly placed: readonly string[]
  /** The changes that the merge makes in the local draft, in words. */
  readonly changes: readonly string[]
}

/** A merge with everything the document needs to take it over: undo still undoes the local changes. */
export function prepareMerge(texts: DraftTexts, history: History, choices: Resolutions = {}): PreparedMerge {
  const { text, conflicts, placed } = mergeDrafts(texts, choices)
  const splices = lineSplices(texts.mine, text)
  return {
    text,
    splices,
    history: rebaseHistory(history, texts.mine, splices),
    conflicts,
    placed,
    changes: changesOf(texts.mine, text),
  }
}

function changesOf(before: string, after: string): readonly string[] {
  const [mine, merged] = [parse(before), parse(after)]
  if (mine.definition === null || merged.definition === null) return []
  return changeWords(
    diffDefinitions({ ...mine, definition: mine.definition }, { ...merged, definition: merged.definition }),
  )
}
