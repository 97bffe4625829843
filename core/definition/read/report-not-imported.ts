import type { Json } from '#core/json.ts'
import type { Place } from './place.ts'

/**
 * Warnings for what an import could not carry over. The sentences stand in the
 * text, so that the author still sees them when the report of the import is gone.
 */
export function reportNotImported(sentences: Json | undefined, place: Place): void {
  if (!Array.isArray(sentences)) return
  const at = place.child('not_imported')
  for (const [index, sentence] of sentences.entries()) at.child(index).warning('NOT_IMPORTED', String(sentence))
}
