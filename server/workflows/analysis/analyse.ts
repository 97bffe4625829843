import { availableParallelism } from 'node:os'
import type { KnownNames } from '#core/definition/check/check-known-names.ts'
import { limits } from '#core/limits.ts'
import { createAnalysisPool } from './analysis-pool.ts'
import {
  type Analysis,
  type AnalysisAnswers,
  type AnalysisKind,
  type AnalysisRequest,
  type AnalysisWork,
  doAnalysis,
} from './analysis-work.ts'

const { threads, inlineCharacters, inlineParts, ...bounds } = limits.analysis

/** At least two threads: one owner never occupies the last free one. */
const pool = createAnalysisPool({
  script: new URL('./analysis-worker.ts', import.meta.url),
  threads: Math.max(2, Math.min(threads, availableParallelism())),
  ...bounds,
})

/** Analyses a text: its definition, its problems and the range of its name. */
export function analyse(owner: string, text: string, known: KnownNames | null = null): Promise<Analysis> {
  return work(owner, { kind: 'analyse', work: { text, known } })
}

/** Converts a file of any supported system to a Heddle text, and reports the losses. */
export function convertFile(owner: string, file: AnalysisWork['convert']): Promise<AnalysisAnswers['convert']> {
  return work(owner, { kind: 'convert', work: file })
}

/** A report of an import of a text, part by part. */
export function reportText(owner: string, asked: AnalysisWork['report']): Promise<AnalysisAnswers['report']> {
  return work(owner, { kind: 'report', work: asked })
}

/**
 * Analyses short texts inline. A long text would block the event loop for more than the 100 ms that one request may
 * take, and goes to a thread.
 */
async function work<Kind extends AnalysisKind>(
  owner: string,
  request: AnalysisRequest<Kind>,
): Promise<AnalysisAnswers[Kind]> {
  if (isShort(request.work.text)) return doAnalysis(request)
  return (await pool.run(owner, request)) as AnalysisAnswers[Kind]
}

/**
 * Whether a text is fast to read. The cost depends on its lines and entries, of which a few characters may have
 * thousands.
 */
export function isShort(text: string): boolean {
  if (text.length > inlineCharacters) return false
  let parts = 0
  for (const character of text) {
    if ('\n,[]{}'.includes(character)) parts += 1
  }
  return parts <= inlineParts
}
