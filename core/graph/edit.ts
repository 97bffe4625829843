import type { StepType } from '#core/definition/definition.ts'
import type { ParseResult } from '#core/definition/parse.ts'
import type { Splice } from '#core/definition/text/splice.ts'
import type { Json, JsonObject } from '#core/json.ts'
import type { EdgeKind, EdgeRef, Position } from './graph.ts'

/** Keys and indexes from a step (or from the document's root) to a value. */
export type FieldPath = readonly (string | number)[]

export interface NewStep {
  readonly type: StepType
  /** The wished name, made unique by a number. Without it, a name is made from the type. */
  readonly name?: string
  /** Further keys of the step, as in the text. */
  readonly fields?: JsonObject
}

/**
 * The source of a new edge. A `route` without a condition gets an empty one, which is a problem until the author writes
 * it; a null condition makes it the default, where there is none yet.
 */
export interface NewEdge {
  readonly from: string
  readonly to: string
  readonly kind: EdgeKind
  /** CEL, for `route` only. */
  readonly condition?: string | null
}

/**
 * Every edit of a draft, as data: mouse, keyboard, palette, inspector, text editor and paste all create edits, and
 * `applyEdit` applies them.
 */
export type Edit =
  /**
   * `connect` draws an edge from an existing step to the new one. `after` gives the position in the text. `within` puts
   * the step into the body of a LOOP, as `after` or `connect` do with a step of a body; into a PARALLEL step, as its
   * task.
   */
  | {
      readonly type: 'add_step'
      readonly step: NewStep
      readonly position?: Position
      readonly after?: string
      readonly within?: string
      readonly connect?: Omit<NewEdge, 'to'>
    }
  | { readonly type: 'insert_on_edge'; readonly edge: EdgeRef; readonly step: NewStep; readonly position?: Position }
  /** With `bridge`, the predecessors of the removed steps lead to their successors. */
  | { readonly type: 'remove_steps'; readonly steps: readonly string[]; readonly bridge?: boolean }
  | { readonly type: 'rename_step'; readonly step: string; readonly name: string }
  /** Without `value`, the field is removed. */
  | { readonly type: 'set_field'; readonly step: string; readonly path: FieldPath; readonly value?: Json | undefined }
  | { readonly type: 'set_workflow_field'; readonly path: FieldPath; readonly value?: Json | undefined }
  /** Moves an item of a list of the step, or of the workflow, to another place in it. */
  | {
      readonly type: 'move_item'
      readonly step?: string
      readonly path: FieldPath
      readonly from: number
      readonly to: number
    }
  | { readonly type: 'change_type'; readonly step: string; readonly to: StepType }
  /**
   * Adds a whole step as a task of a PARALLEL step, at an index of `tasks` or at the end; where the PARALLEL step has a
   * list, as the step that runs for each item.
   */
  | { readonly type: 'add_branch'; readonly step: string; readonly branch: NewStep; readonly at?: number }
  /** Tasks by their place: an index of `tasks`, or null for the `task` of a list. `move_item` changes their order. */
  | { readonly type: 'remove_branch'; readonly step: string; readonly at: number | null }
  | { readonly type: 'rename_branch'; readonly step: string; readonly at: number | null; readonly name: string }
  /** A short task becomes a whole step of that type. */
  | { readonly type: 'change_branch_type'; readonly step: string; readonly at: number | null; readonly to: StepType }
  | ({ readonly type: 'connect' } & NewEdge)
  | { readonly type: 'disconnect'; readonly edge: EdgeRef }
  /** Moves one end of an edge, or both; a route keeps its condition and its index. */
  | { readonly type: 'reconnect'; readonly edge: EdgeRef; readonly from?: string; readonly to?: string }
  /** `route` is an index into the DECISION's routes; a null condition makes it the default. */
  | {
      readonly type: 'set_route_condition'
      readonly step: string
      readonly route: number
      readonly condition: string | null
    }
  /** Sets the target of one route; null removes the route. Other routes to the same step stay. */
  | { readonly type: 'set_route_target'; readonly step: string; readonly route: number; readonly to: string | null }
  | { readonly type: 'move_route'; readonly step: string; readonly route: number; readonly to: number }
  | { readonly type: 'move'; readonly positions: Readonly<Record<string, Position>> }
  /** Copies get new names, the edges among them, and positions moved by `offset`. */
  | {
      readonly type: 'duplicate_steps'
      readonly steps: readonly string[]
      /** Free notes that are copied with the steps, or alone. */
      readonly notes?: readonly string[]
      readonly offset?: Position
    }
  /**
   * Pastes a fragment as `copyFragment` makes it, with its top left corner at `position`. The steps go to the end of
   * the workflow's list, into the body of the LOOP `within`, or behind `after` in that step's list. Free notes are
   * always pasted onto the canvas.
   */
  | {
      readonly type: 'paste_steps'
      readonly fragment: string
      readonly position?: Position
      readonly after?: string
      readonly within?: string
    }
  /** Sets the note of a step: the comment right above it. Without text the note is removed. */
  | { readonly type: 'set_note'; readonly step: string; readonly text: string }
  /** Sets a free note; without `note` a new one. Without text the note is removed. */
  | {
      readonly type: 'write_note'
      readonly note?: string
      readonly text: string
      readonly position?: Position
    }
  /**
   * Replaces several steps by one SUB_WORKFLOW step; `subWorkflowText` gives the text of the workflow that it starts.
   */
  | { readonly type: 'extract_steps'; readonly steps: readonly string[]; readonly workflow: string }
  /** Makes a new group of steps, which leave their former groups. */
  | { readonly type: 'group_steps'; readonly steps: readonly string[]; readonly title?: string }
  | { readonly type: 'set_group'; readonly group: string; readonly title?: string; readonly collapsed?: boolean }
  | { readonly type: 'ungroup'; readonly group: string }
  | { readonly type: 'set_text'; readonly text: string }

export type EditType = Edit['type']

export const editRefusalCodes = [
  'text_broken',
  'text_too_large',
  'step_missing',
  'edge_missing',
  'group_missing',
  'note_missing',
  'name_taken',
  'name_invalid',
  'value_invalid',
  'not_allowed',
  'not_expressible',
] as const
export type EditRefusalCode = (typeof editRefusalCodes)[number]

export interface EditRefusal {
  readonly ok: false
  readonly code: EditRefusalCode
  /** A sentence for the user. */
  readonly message: string
}

export interface EditDone {
  readonly ok: true
  readonly text: string
  /** In order and without overlaps, with offsets into the text before the edit. */
  readonly splices: readonly Splice[]
  /** Names of the steps that this edit created, for the canvas to select. */
  readonly created: readonly string[]
  /** Ids of the notes that were created with them. */
  readonly createdNotes?: readonly string[]
  /** The parse result of the text after the edit, where it exists already. */
  readonly parsed?: ParseResult
}

export type EditResult = EditDone | EditRefusal

export function refuse(code: EditRefusalCode, message: string): EditRefusal {
  return { ok: false, code, message }
}
