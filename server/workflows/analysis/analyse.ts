import type { KnownNames } from '#core/definition/check-references.ts'
import { limits } from '#core/limits.ts'
import { type Analysis, type AnalysisRequest, analyseText } from './analyse-text.ts'
import { createAnalysisThread } from './analysis-thread.ts'

const thread = createAnalysisThread()

/**
 * Reads a text: its definition, its problems and where its name stands. A long one would hold the event loop for more
 * than the 100 ms that one request may, and goes to a thread.
 */
export function analyse(text: string, known: KnownNames | null = null): Promise<Analysis> {
  const request: AnalysisRequest = { text, known }
  return text.length <= limits.analysis.inlineCharacters
    ? Promise.resolve(analyseText(request))
    : thread.analyse(request)
}
