import type { KnownNames } from '#core/definition/check-references.ts'
import { type Analysis, type AnalysisRequest, analyseText } from './analyse-text.ts'
import { createAnalysisThread } from './analysis-thread.ts'

/**
 * Texts up to this size are read where they are; longer ones would hold the
 * event loop for more than the 100 ms that one request may, and go to a thread.
 */
const INLINE_CHARACTERS = 32 * 1024

const thread = createAnalysisThread()

/** Reads a text: its definition, its problems and where its name stands. Never throws for a text. */
export function analyse(text: string, known: KnownNames | null = null): Promise<Analysis> {
  const request: AnalysisRequest = { text, known }
  return text.length <= INLINE_CHARACTERS ? Promise.resolve(analyseText(request)) : thread.analyse(request)
}
