import { controlFlow } from '../../definition/control-flow.ts'
import type { Definition } from '../../definition/definition.ts'
import { parse } from '../../definition/parse.ts'
import { applyEdit } from '../apply-edit.ts'
import { decompile } from '../decompile.ts'
import type { Edit } from '../edit.ts'
import { type NormalEdges, normalEdges } from '../flow/settle.ts'
import type { GraphEdge } from '../graph.ts'
import { openSource, type Source } from '../text/source.ts'

/** A parsed text: its data and its definition. */
export interface Reading {
  readonly text: string
  readonly source: Source
  readonly definition: Definition
  /** Its normal edges, by id. */
  readonly edges: NormalEdges
  /** Its edges of every kind, with their conditions. */
  readonly drawn: readonly GraphEdge[]
}

export function readDraft(text: string): Reading | null {
  const { definition } = parse(text)
  const source = definition === null ? null : openSource(text)
  if (definition === null || source === null || !source.ok) return null
  const { edges: drawn } = decompile(definition, {})
  return { text, source, definition, edges: normalEdges(controlFlow(definition)), drawn }
}

/** The reading after edits; null when one of them is refused. */
export function readEdited(reading: Reading, edits: readonly Edit[]): Reading | null {
  let { text } = reading
  for (const edit of edits) {
    const result = applyEdit(text, edit)
    if (!result.ok) return null
    text = result.text
  }
  return text === reading.text ? reading : readDraft(text)
}

export function stepsByName({ definition }: Reading) {
  return new Map(definition.steps.map((step) => [step.name, step]))
}

/** The three texts of a merge. */
export interface Three<Item> {
  readonly base: Item
  readonly mine: Item
  readonly theirs: Item
}
