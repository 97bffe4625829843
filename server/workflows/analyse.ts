import { Worker } from 'node:worker_threads'
import type { Analysis, AnalysisRequest } from './analyse-text.ts'
import { analyseText } from './analyse-text.ts'
import type { KnownNames } from './known-names.ts'

/**
 * Texts up to this size are read where they are; longer ones would hold the
 * event loop for more than the 100 ms that one request may, and go to a thread.
 */
const INLINE_CHARACTERS = 32 * 1024

/** Longer than the slowest accepted text takes; the thread is stopped after it. */
const THREAD_DEADLINE_MS = 10_000

/** Reads a text: its definition, its problems and where its name stands. Never throws for a text. */
export function analyse(text: string, known: KnownNames | null = null): Promise<Analysis> {
  const request: AnalysisRequest = { text, known }
  return text.length <= INLINE_CHARACTERS ? Promise.resolve(analyseText(request)) : analyseInThread(request)
}

function analyseInThread(request: AnalysisRequest): Promise<Analysis> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./analyse-thread.ts', import.meta.url), { workerData: request })
    const deadline = setTimeout(() => {
      reject(new Error(`Reading a text of ${request.text.length} characters took too long.`))
      void worker.terminate()
    }, THREAD_DEADLINE_MS)
    worker.once('message', (analysis: Analysis) => resolve(analysis))
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(deadline)
      reject(new Error('The thread that reads long texts ended without an answer.'))
    })
  })
}
