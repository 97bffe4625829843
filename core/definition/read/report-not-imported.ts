import type { Json } from '#core/json.ts'
import type { SourceLocation } from './source-location.ts'

/**
 * Warnings for parts that an import could not convert. The sentences are in the text, so that the author sees them
 * after the import's report is gone.
 */
export function reportNotImported(sentences: Json | undefined, location: SourceLocation): void {
  if (!Array.isArray(sentences)) return
  const at = location.child('not_imported')
  for (const [index, sentence] of sentences.entries()) at.child(index).warning('NOT_IMPORTED', String(sentence))
}
