import { type ControlFlow, controlFlow } from '#core/definition/control-flow.ts'
import type { Definition, Layout } from '#core/definition/definition.ts'
import type { ParseResult } from '#core/definition/parse.ts'
import type { JsonObject } from '#core/json.ts'
import { decompile } from '../decompile.ts'
import { type Edit, type EditRefusal, refuse } from '../edit.ts'
import { type NormalEdge, normalEdges } from '../flow/settle.ts'
import type { Graph } from '../graph.ts'
import { openSource, type Source } from '../text/source.ts'
import { withStandIns } from './stand-ins.ts'

/** A draft that can be edited on the canvas: its text, what it says, and what that means. */
export interface Draft {
  readonly ok: true
  readonly source: Source
  /** What the text says, as plain data. */
  readonly root: JsonObject
  readonly parsed: ParseResult
  readonly definition: Definition
  readonly layout: Layout
  readonly flow: ControlFlow
  readonly graph: Graph
  /** The normal edges, by id. */
  readonly normal: ReadonlyMap<string, NormalEdge>
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
  /** Names of steps that this edit makes. */
  readonly created?: readonly string[]
}

export type Outcomes = Outcome | EditRefusal

export function openDraft(text: string, edit: Edit, parsed: ParseResult): Draft | EditRefusal {
  const { definition, layout, problems } = parsed
  if (definition === null) {
    const [reason] = problems.map((problem) => problem.message)
    return refuse('text_broken', `The text must be mended first. ${reason}`)
  }
  const source = openSource(text)
  if (!source.ok) return source
  const graph = decompile(definition, layout)
  const flow = controlFlow(definition)
  const root = withStandIns(source.value, definition, edit)
  return { ok: true, source, root, parsed, definition, layout, flow, graph, normal: normalEdges(flow) }
}
