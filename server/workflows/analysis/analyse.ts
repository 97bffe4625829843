import { availableParallelism } from 'node:os'
import type { KnownNames } from '#core/definition/check-references.ts'
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

/** Two at least: one owner never has the last of them. */
const pool = createAnalysisPool({
  script: new URL('./analysis-worker.ts', import.meta.url),
  threads: Math.max(2, Math.min(threads, availableParallelism())),
  ...bounds,
})

/** Reads a text: its definition, its problems and where its name stands. */
export function analyse(owner: string, text: string, known: KnownNames | null = null): Promise<Analysis> {
  return work(owner, { kind: 'analyse', work: { text, known } })
}

/** A file of any system as a text of ours, and what was lost on the way. */
export function convertFile(owner: string, file: AnalysisWork['convert']): Promise<AnalysisAnswers['convert']> {
  return work(owner, { kind: 'convert', work: file })
}

/** What an import understands of a text, step by step. */
export function reportText(owner: string, asked: AnalysisWork['report']): Promise<AnalysisAnswers['report']> {
  return work(owner, { kind: 'report', work: asked })
}

/** A long text would hold the event loop for more than the 100 ms that one request may, and goes to a thread. */
async function work<Kind extends AnalysisKind>(
  owner: string,
  request: AnalysisRequest<Kind>,
): Promise<AnalysisAnswers[Kind]> {
  if (isShort(request.work.text)) return doAnalysis(request)
  return (await pool.run(owner, request)) as AnalysisAnswers[Kind]
}

/** Is it read in a moment? What it costs goes by its lines and entries, of which a few characters may have thousands. */
export function isShort(text: string): boolean {
  if (text.length > inlineCharacters) return false
  let parts = 0
  for (const character of text) {
    if ('\n,[]{}'.includes(character)) parts += 1
  }
  return parts <= inlineParts
}
