import type { MergeConflict, Resolution } from '#core/graph/merge/merge-drafts.ts'
import { viewsMergeTexts } from '../../texts/views-merge.ts'

/** The subject of a conflict as a heading: `Pay · function`. */
export function conflictTitle({ kind, step, path }: MergeConflict): string {
  if (kind === 'lines') return viewsMergeTexts.linesOfYAML
  if (kind === 'name') return viewsMergeTexts.nameOf(step)
  if (kind === 'step') return viewsMergeTexts.step(step)
  const field = path[0] === 'next' && step !== null ? viewsMergeTexts.whatComesNext : path.join(' › ')
  return step === null ? field : `${step} · ${field}`
}

/** The conflict in a sentence. */
export function conflictSentence({ kind, step, base, mine, theirs }: MergeConflict, who: string): string {
  if (kind === 'name') return viewsMergeTexts.bothOfYouRenamed(step)
  if (kind === 'step' && mine === null) return `You removed this step; ${who} changed it.`
  if (kind === 'step' && theirs === null) return `${who} removed this step; you changed it.`
  if (kind === 'step') return viewsMergeTexts.bothOfYouAddedStep(step)
  if (mine === null) return `You removed it; ${who} changed it.`
  if (theirs === null) return `${who} removed it; you changed it.`
  return base === null ? viewsMergeTexts.bothOfYouAddedText : viewsMergeTexts.bothOfYouChangedIt
}

export interface ChoiceWords {
  readonly choice: Resolution
  readonly label: string
}

/** The choices for a conflict. */
export function choicesOf({ kind, mine, theirs, both }: MergeConflict, who: string): readonly ChoiceWords[] {
  const removes = kind === 'step' ? viewsMergeTexts.removeStep : viewsMergeTexts.removeIt
  const whose = who === 'another window' ? 'theirs' : `${who}’s`
  return [
    { choice: 'mine', label: mine === null ? removes : viewsMergeTexts.keepMine },
    { choice: 'theirs', label: theirs === null ? removes : viewsMergeTexts.take(whose) },
    ...(both ? [{ choice: 'both', label: viewsMergeTexts.keepBoth } as const] : []),
  ]
}
