import { blocksOf } from '#core/definition/again/parse-again.ts'
import { type ControlFlow, controlFlow } from '#core/definition/control-flow.ts'
import type { Definition, Layout } from '#core/definition/definition.ts'
import type { ParseResult } from '#core/definition/parse.ts'
import type { JsonObject } from '#core/json.ts'
import { decompile } from '../decompile.ts'
import { type Edit, type EditRefusal, type FieldPath, refuse } from '../edit.ts'
import { type NormalEdge, normalEdges } from '../flow/settle.ts'
import type { Graph } from '../graph.ts'
import { openSource } from '../text/source.ts'
import type { Copied } from './as-written.ts'
import type { WrittenNotes } from './free-notes.ts'
import { withStandIns } from './stand-ins.ts'

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

export function openDraft(text: string, edit: Edit, parsed: ParseResult): Draft | EditRefusal {
  const { definition, layout } = parsed
  if (definition === null) {
    const [reason] = parsed.problems.map((problem) => problem.message)
    return refuse('text_broken', `The text must be mended first. ${reason}`)
  }
  const value = whatIsSaid(text, parsed)
  if (!value.ok) return value
  const flow = controlFlow(definition)
  const root = withStandIns(value.value, definition, edit)
  let graph: Graph | null = null
  let normal: Draft['normal'] | null = null
  return {
    ok: true,
    text,
    parsed,
    root,
    definition,
    layout,
    flow,
    get graph() {
      graph ??= decompile(definition, layout)
      return graph
    },
    get normal() {
      normal ??= normalEdges(flow)
      return normal
    },
  }
}

/** What the text says: known where it was read in pieces. */
export function whatIsSaid(
  text: string,
  parsed: ParseResult,
): { readonly ok: true; readonly value: JsonObject } | EditRefusal {
  const blocks = blocksOf(parsed)
  return blocks === null ? openSource(text) : { ok: true, value: blocks.value }
}
