import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { ImportNote } from './import-note.ts'
import type { SourceRecord } from './source-record.ts'

/** The sentence by which the text and the report tell of a note; a note about no step names its part. */
export function sentenceOf({ part, step, message }: ImportNote): string {
  return step === undefined ? `${part}: ${message}` : message
}

/**
 * A workflow with everything that was not carried over under the key
 * `not_imported` of the step, or of the workflow, so that the text itself keeps
 * telling of it after the report is gone. What the text already has another
 * problem for (`isProblem`) is left out.
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

/** Tells of every key that a converter has not accounted for; nothing where there is none. */
export function unsettledNote(record: SourceRecord, about: Pick<ImportNote, 'part' | 'step'>): readonly ImportNote[] {
  const keys = record.unsettled()
  if (keys.length === 0) return []
  return [{ ...about, fate: 'lost', message: `Not carried over: ${keys.map((key) => `\`${key}\``).join(', ')}.` }]
}
