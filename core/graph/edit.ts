import type { StepType } from '#core/definition/definition.ts'
import type { ParseResult } from '#core/definition/parse.ts'
import type { Splice } from '#core/definition/text/splice.ts'
import type { Json, JsonObject } from '#core/json.ts'
import type { EdgeKind, EdgeRef, Position } from './graph.ts'

/** Keys and indexes from a step (or from the document's root) to a value. */
export type FieldPath = readonly (string | number)[]

export interface NewStep {
  readonly type: StepType
  /** The wished name; made unique by a number. Without one, a name is made from the type. */
  readonly name?: string
  /** Further keys of the step, as they would be in the text. */
  readonly fields?: JsonObject
}

/**
 * Where a new edge comes from. A `route` without a condition becomes the
 * default; where there is a default already, it gets the condition `false`,
 * which never takes it until somebody says when.
 */
export interface NewEdge {
  readonly from: string
  readonly to: string
  readonly kind: EdgeKind
  /** CEL, for `route` only. */
  readonly condition?: string
}

/**
 * Everything that can be done to a draft, as data: what mouse, keyboard,
 * palette, inspector, text editor and paste all make, and `applyEdit` applies.
 */
export type Edit =
  /**
   * `connect` draws an edge from an existing step to the new one; `after` only says where in the text; `within` that it
   * goes into the body of a LOOP, as it does after or from a step of one.
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
  /** With `bridge`, what led into the removed steps leads to what they led to. */
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
  | ({ readonly type: 'connect' } & NewEdge)
  | { readonly type: 'disconnect'; readonly edge: EdgeRef }
  /** Moves one end, or both, of an edge; a route keeps its condition and its place. */
  | { readonly type: 'reconnect'; readonly edge: EdgeRef; readonly from?: string; readonly to?: string }
  /** `route` is an index into the DECISION's routes; a null condition makes it the default. */
  | {
      readonly type: 'set_route_condition'
      readonly step: string
      readonly route: number
      readonly condition: string | null
    }
  /** Leads one route elsewhere; null takes it out. Others that lead to the same step stay as they are. */
  | { readonly type: 'set_route_target'; readonly step: string; readonly route: number; readonly to: string | null }
  | { readonly type: 'move_route'; readonly step: string; readonly route: number; readonly to: number }
  | { readonly type: 'move'; readonly positions: Readonly<Record<string, Position>> }
  /** Copies get new names, the edges between them, and stand aside by `offset`. */
  | {
      readonly type: 'duplicate_steps'
      readonly steps: readonly string[]
      /** Notes that stand by themselves, copied with them, or alone. */
      readonly notes?: readonly string[]
      readonly offset?: Position
    }
  /**
   * A fragment as `copyFragment` makes it; its top left corner lands on `position`. It goes to the end of the workflow's
   * steps, into the body of the LOOP `within`, or behind `after`, in whichever list of steps that stands. Its notes that
   * stand by themselves come along, always onto the canvas.
   */
  | {
      readonly type: 'paste_steps'
      readonly fragment: string
      readonly position?: Position
      readonly after?: string
      readonly within?: string
    }
  /** What is said about a step: the comment right above it. Without text it goes. */
  | { readonly type: 'set_note'; readonly step: string; readonly text: string }
  /** A note that stands by itself: a new one without `note`. Without text it goes. */
  | {
      readonly type: 'write_note'
      readonly note?: string
      readonly text: string
      readonly position?: Position
    }
  /** A SUB_WORKFLOW step in the place of several; `subWorkflowText` has what it starts. */
  | { readonly type: 'extract_steps'; readonly steps: readonly string[]; readonly workflow: string }
  /** A new frame around steps, which leave the groups they are in. */
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
  /** A sentence for the person who tried. */
  readonly message: string
}

export interface EditDone {
  readonly ok: true
  readonly text: string
  /** In order, apart from each other, with offsets into the text before the edit. */
  readonly splices: readonly Splice[]
  /** Names of the steps that this edit made, for the canvas to select. */
  readonly created: readonly string[]
  /** Ids of the notes that came with them. */
  readonly createdNotes?: readonly string[]
  /** The text after the edit, where it has been read already. */
  readonly parsed?: ParseResult
}

export type EditResult = EditDone | EditRefusal

export function refuse(code: EditRefusalCode, message: string): EditRefusal {
  return { ok: false, code, message }
}
