import type { MergeConflict, Resolution } from '#core/graph/merge/merge-drafts.ts'

/** The subject of a conflict as a heading: `Pay · function`. */
export function conflictTitle({ kind, step, path }: MergeConflict): string {
  if (kind === 'lines') return 'Lines of YAML'
  if (kind === 'name') return `The name of ${step}`
  if (kind === 'step') return `The step ${step}`
  const field = path[0] === 'next' && step !== null ? 'what comes next' : path.join(' › ')
  return step === null ? field : `${step} · ${field}`
}

/** The conflict in a sentence. */
export function conflictSentence({ kind, step, base, mine, theirs }: MergeConflict, who: string): string {
  if (kind === 'name') return `Both of you renamed ${step}.`
  if (kind === 'step' && mine === null) return `You removed this step; ${who} changed it.`
  if (kind === 'step' && theirs === null) return `${who} removed this step; you changed it.`
  if (kind === 'step') return `Both of you added a step ${step}.`
  if (mine === null) return `You removed it; ${who} changed it.`
  if (theirs === null) return `${who} removed it; you changed it.`
  return base === null ? 'Both of you added text here.' : 'Both of you changed it.'
}

export interface ChoiceWords {
  readonly choice: Resolution
  readonly label: string
}

/** The choices for a conflict. */
export function choicesOf({ kind, mine, theirs, both }: MergeConflict, who: string): readonly ChoiceWords[] {
  const removes = kind === 'step' ? 'Remove the step' : 'Remove it'
  const whose = who === 'another window' ? 'theirs' : `${who}’s`
  return [
    { choice: 'mine', label: mine === null ? removes : 'Keep mine' },
    { choice: 'theirs', label: theirs === null ? removes : `Take ${whose}` },
    ...(both ? [{ choice: 'both', label: 'Keep both' } as const] : []),
  ]
}
