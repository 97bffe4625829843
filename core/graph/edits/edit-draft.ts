import type { ControlFlow } from '../../definition/control-flow.ts'
import type { Definition, Layout } from '../../definition/definition.ts'
import type { ParseResult } from '../../definition/parse.ts'
import type { JsonObject } from '../../json.ts'
import type { EditRefusal, FieldPath } from '../edit.ts'
import type { NormalEdge } from '../flow/settle.ts'
import type { Graph } from '../graph.ts'

/** A draft that can be edited on the canvas: its text, what it says, and what that means; graph and edges are made when they are asked for. */
export interface Draft {
  readonly ok: true
  readonly text: string
  readonly parsed: ParseResult
  /** What the text says, as plain data. */
  readonly root: JsonObject
  readonly definition: Definition
  readonly layout: Layout
  readonly flow: ControlFlow
  readonly graph: Graph
  /** The normal edges, by id. */
  readonly normal: ReadonlyMap<string, NormalEdge>
  /** Set where all of the above is about a list of steps within a step: which, and what the whole text says and means. */
  readonly within?: {
    readonly step: string
    readonly path: FieldPath
    readonly whole: JsonObject
    readonly graph: Graph
  }
}

/**
 * The normal edges that there should be after an edit; or those that the edit
 * decides by what it writes, while all others stay.
 */
export type Wanted = ReadonlyMap<string, NormalEdge> | ((edge: NormalEdge) => boolean)

/** What an edit makes of a draft. */
export interface Outcome {
  readonly ok: true
  readonly root: JsonObject
  /** Left out where the edit cannot touch any edge. */
  readonly wanted?: Wanted
  /** What is said about steps that this edit makes, by their names. */
  readonly notes?: ReadonlyMap<string, string>
  /** Notes that stand by themselves and come along, under the ids as which `root` has their places. */
  readonly freeNotes?: WrittenNotes
  /** What steps were copied from, whose comments come along. */
  readonly copied?: Copied
  /** Names of steps that this edit makes. */
  readonly created?: readonly string[]
}

export type Outcomes = Outcome | EditRefusal

/** What steps were copied from: a text, and the names of the copies by those that they have there. */
export interface Copied {
  readonly text: string
  readonly parsed: ParseResult
  readonly names: ReadonlyMap<string, string>
}

/** Notes that stand by themselves, as they are written in some text: their lines by their ids. */
export type WrittenNotes = ReadonlyMap<string, readonly string[]>
