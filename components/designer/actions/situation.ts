import type { Action } from '#components/shell/action.ts'
import type { Session } from '../session.ts'

/** What decides which actions there are: as little as possible, because every change of it makes all records anew. */
export interface Situation {
  /** Labels of what undo and redo would do. */
  readonly undoes: string | undefined
  readonly redoes: string | undefined
  /** The text cannot be read, so the graph must not be edited. */
  readonly broken: boolean
  readonly empty: boolean
  /** How many steps and edges are selected. */
  readonly steps: number
  readonly edges: number
  /** The one selected step has a pinned output. */
  readonly pinned: boolean
}

/** The actions of one topic. */
export type ActionsOf = (session: Session, situation: Situation) => readonly Action[]
