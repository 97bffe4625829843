import type { Action } from '#components/shell/actions/action.ts'
import type { EdgeKind } from '#core/graph/graph.ts'
import type { Session } from '../../model/session.ts'
import type { Annotation } from '../../model/stores/annotations.ts'

/** The inputs that decide which actions exist: as few as possible, because every change rebuilds all action records. */
export interface ActionContext {
  /** Labels of what undo and redo would do. */
  readonly undoes: string | undefined
  readonly redoes: string | undefined
  /** The text cannot be read, so the graph must not be edited. */
  readonly broken: boolean
  readonly empty: boolean
  /** How many steps and edges are selected. */
  readonly steps: number
  readonly edges: number
  /** How many notes are selected with them. */
  readonly notes: number
  /** Why the selected steps can neither be grouped nor extracted, where one stands within another step. */
  readonly notOwn: string | undefined
  /**
   * The kind of the one selected edge, while no step is selected, and whether a route may move up or down in its step.
   */
  readonly edge: EdgeKind | null
  readonly moves: { readonly up: boolean; readonly down: boolean }
  /** The repair of the worst problem of the selected step, or of the workflow if no step is selected. */
  readonly repair: string | undefined
  /** The one selected step can be drawn with what is inside. */
  readonly opens: 'LOOP' | 'SUB_WORKFLOW' | null
  /** Something is published. */
  readonly versions: boolean
  /** Whether there are notes or groups, and what of them the keyboard is on while no step is selected without notes. */
  readonly annotations: boolean
  readonly annotation: Annotation['kind'] | null
  /** In how many groups the selected steps are. */
  readonly groups: number
  /** The one selected step has a note. */
  readonly noted: boolean
  /** The one selected step has a pinned output. */
  readonly pinned: boolean
  /** Values of a run are on the canvas. */
  readonly values: boolean
  /** Opens another page. */
  readonly goTo: (path: string) => void
}

/** The actions of one topic. */
export type ActionsOf = (session: Session, context: ActionContext) => readonly Action[]
