import { stringify } from 'yaml'
import type { Json } from '../../json.ts'

export type Choice = 'mine' | 'theirs' | 'both'
/** What a person chose, by the id of the conflict. */
export type Choices = Readonly<Record<string, Choice>>

/** One thing that two people made different things of. */
export interface MergeConflict {
  /** The same for the same thing in the same three texts. */
  readonly id: string
  /** The step concerned, if it is one. */
  readonly step: string | null
  /** Keys and names of items, from the step or from the workflow; empty for the step itself, or for lines of text. */
  readonly path: readonly string[]
  readonly kind: 'value' | 'step' | 'name' | 'lines'
  /** What each side says, as text; null where it is not there. */
  readonly base: string | null
  readonly mine: string | null
  readonly theirs: string | null
  /** Whether both can be kept. */
  readonly both: boolean
}

/** Gathers conflicts and answers each with what was chosen: as long as nothing was, with theirs. */
export interface Merging {
  readonly conflicts: MergeConflict[]
  /** Steps that both sides moved: where mine stands now. */
  readonly placed: string[]
  choose(conflict: Omit<MergeConflict, 'id'>): Choice
}

export function startMerging(choices: Choices): Merging {
  const conflicts: MergeConflict[] = []
  return {
    conflicts,
    placed: [],
    choose(conflict) {
      const { kind, step, path } = conflict
      const id = JSON.stringify([kind, step, ...path])
      conflicts.push({ ...conflict, id })
      const chosen = Object.hasOwn(choices, id) ? choices[id] : undefined
      return chosen === undefined || (chosen === 'both' && !conflict.both) ? 'theirs' : chosen
    },
  }
}

/** A value as people read it: what is written with keys or as a list, as it would stand in the text. */
export function valueText(value: Json | undefined): string | null {
  if (value === undefined) return null
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? stringify(value, { lineWidth: 0 }).trimEnd() : String(value)
}
