import { stringify } from 'yaml'
import type { Json } from '../../json.ts'

export type Resolution = 'mine' | 'theirs' | 'both'
/** The choices of a person, by the id of the conflict. */
export type Resolutions = Readonly<Record<string, Resolution>>

/** A conflict: two people changed one thing in different ways. */
export interface MergeConflict {
  /** Stable: equal for the same thing in the same three texts. */
  readonly id: string
  /** The affected step, if any. */
  readonly step: string | null
  /** Keys and names of items, from the step or from the workflow; empty for the step itself, or for lines of text. */
  readonly path: readonly string[]
  readonly kind: 'value' | 'step' | 'name' | 'lines'
  /** The text of each side; null where the thing does not exist. */
  readonly base: string | null
  readonly mine: string | null
  readonly theirs: string | null
  /** Whether both can be kept. */
  readonly both: boolean
}

/** Collects conflicts and answers each with the choice of the person; without a choice, with theirs. */
export interface Merging {
  readonly conflicts: MergeConflict[]
  /** Steps that both sides moved; mine's position is used. */
  readonly placed: string[]
  choose(conflict: Omit<MergeConflict, 'id'>): Resolution
}

export function startMerging(choices: Resolutions): Merging {
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

/** A value as people read it: a map or a list in the form that the text would have. */
export function valueText(value: Json | undefined): string | null {
  if (value === undefined) return null
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? stringify(value, { lineWidth: 0 }).trimEnd() : String(value)
}
