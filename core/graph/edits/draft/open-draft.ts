import { controlFlow } from '#core/definition/control-flow.ts'
import { blocksOf } from '#core/definition/incremental/parse-incrementally.ts'
import type { ParseResult } from '#core/definition/parse.ts'
import type { JsonObject } from '#core/json.ts'
import { decompile } from '../../decompile.ts'
import { type Edit, type EditRefusal, refuse } from '../../edit.ts'
import { normalEdges } from '../../flow/settle.ts'
import type { Graph } from '../../graph.ts'
import { openSource } from '../../text/source.ts'
import type { Draft } from './edit-draft.ts'
import { withStandIns } from './stand-ins.ts'

export function openDraft(text: string, edit: Edit, parsed: ParseResult): Draft | EditRefusal {
  const { definition, layout } = parsed
  if (definition === null) {
    const [reason] = parsed.problems.map((problem) => problem.message)
    return refuse('text_broken', `Fix the YAML first. ${reason}`)
  }
  const value = dataOfText(text, parsed)
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

/** The data of a text: known already where the text was parsed in pieces. */
export function dataOfText(
  text: string,
  parsed: ParseResult,
): { readonly ok: true; readonly value: JsonObject } | EditRefusal {
  const blocks = blocksOf(parsed)
  return blocks === null ? openSource(text) : { ok: true, value: blocks.value }
}
