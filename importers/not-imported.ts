import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { ImportNote } from './import-note.ts'
import type { SourceRecord } from './source-record.ts'

/** The sentence for a note in the text and in the report; a note without a step names its part. */
export function sentenceOf({ part, step, message }: ImportNote): string {
  return step === undefined ? `${part}: ${message}` : message
}

/**
 * A workflow with its lost parts listed under the key `not_imported` of each step, or of the workflow, so that the text
 * records them after the report is gone. Parts with a problem of their own (`isProblem`) are left out.
 */
export function withNotImported(workflow: JsonObject, notes: readonly ImportNote[]): JsonObject {
  const open = notes.filter(({ fate, isProblem }) => (fate === 'lost' || fate === 'kept') && isProblem !== true)
  const byStep = Map.groupBy(open, ({ step }) => step ?? null)
  const listed = (step: string | null): JsonObject => {
    const sentences = [...new Set((byStep.get(step) ?? []).map(sentenceOf))]
    return sentences.length === 0 ? {} : { not_imported: sentences }
  }
  const stepsOf = (steps: Json | undefined): readonly JsonObject[] =>
    (isJsonList(steps) ? steps : []).filter(isJsonObject).map((step) => ({
      ...step,
      ...(step.loop_body !== undefined && { loop_body: stepsOf(step.loop_body) }),
      ...listed(String(step.name)),
    }))
  const { steps, ...head } = workflow
  return { ...head, ...listed(null), steps: stepsOf(steps) }
}

/** A note on the keys that a converter has not accounted for; none where all are. */
export function unsettledNote(record: SourceRecord, about: Pick<ImportNote, 'part' | 'step'>): readonly ImportNote[] {
  const keys = record.unsettled()
  if (keys.length === 0) return []
  return [{ ...about, fate: 'lost', message: `Not imported: ${keys.map((key) => `\`${key}\``).join(', ')}.` }]
}
