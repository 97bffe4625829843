import type { ControlFlow } from '../../../definition/control-flow.ts'
import type { Definition, Layout } from '../../../definition/definition.ts'
import type { ParseResult } from '../../../definition/parse.ts'
import type { JsonObject } from '../../../json.ts'
import type { EditRefusal, FieldPath } from '../../edit.ts'
import type { NormalEdge } from '../../flow/settle.ts'
import type { Graph } from '../../graph.ts'

/**
 * A draft that can be edited on the canvas: its text, the parsed data and the definition. Graph and edges are computed
 * lazily.
 */
export interface Draft {
  readonly ok: true
  readonly text: string
  readonly parsed: ParseResult
  /** The text as plain data. */
  readonly root: JsonObject
  readonly definition: Definition
  readonly layout: Layout
  readonly flow: ControlFlow
  readonly graph: Graph
  /** The normal edges, by id. */
  readonly normal: ReadonlyMap<string, NormalEdge>
  /**
   * Set where the fields above describe an inner list of steps: its place, and the data and graph of the whole text.
   */
  readonly within?: {
    readonly step: string
    readonly path: FieldPath
    readonly whole: JsonObject
    readonly graph: Graph
  }
}

/**
 * The normal edges wanted after an edit, or a test for the edges that the edit decides itself, while all others stay.
 */
export type Wanted = ReadonlyMap<string, NormalEdge> | ((edge: NormalEdge) => boolean)

/** The result of an edit on a draft's data. */
export interface Outcome {
  readonly ok: true
  readonly root: JsonObject
  /** Absent where the edit cannot change any edge. */
  readonly wanted?: Wanted
  /** Notes for the steps that this edit creates, by step name. */
  readonly notes?: ReadonlyMap<string, string>
  /** Free notes to add, under the ids that have positions in `root`. */
  readonly freeNotes?: WrittenNotes
  /** The source of copied steps, whose comments are copied too. */
  readonly copied?: Copied
  /** Names of the steps that this edit creates. */
  readonly created?: readonly string[]
}

export type Outcomes = Outcome | EditRefusal

/** The source of copied steps: its text, and the names of the copies by the names of the originals. */
export interface Copied {
  readonly text: string
  readonly parsed: ParseResult
  readonly names: ReadonlyMap<string, string>
}

/** Free notes as written in some text: their lines by id. */
export type WrittenNotes = ReadonlyMap<string, readonly string[]>
