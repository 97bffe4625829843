import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '#core/message-of.ts'
import { OtherGeneration } from '#server/db/generations.ts'
import { createHandlingConsumer } from '#server/log/consumer.ts'
import { readChangedRuns } from './changed-runs.ts'
import { indexLimits } from './index-limits.ts'
import { createIndexPool } from './index-pool.ts'
import { indexRuns } from './index-runs.ts'
import { openCounts } from './run-counts.ts'

/**
 * The thread of the run index. Folding histories takes time that an engine's runs need, so a separate thread does it,
 * with pauses.
 */
export interface IndexThreadData {
  readonly databaseUrl: string
}
export type FromIndexThread =
  | { readonly type: 'note'; readonly line: string }
  | { readonly type: 'caught_up' }
  | { readonly type: 'failed'; readonly reason: string }

const { databaseUrl } = workerData as IndexThreadData
const port = parentPort
if (!port) throw new Error('The index of runs is kept in a worker thread.')
const say = (message: FromIndexThread) => port.postMessage(message)
const pool = createIndexPool(databaseUrl)

/**
 * The present position of the previous pass. Engines may still index later changes, because they have those runs in
 * memory.
 */
let before: string | null = null

/** Indexes the changed runs up to the present, in small batches with pauses between them. */
async function catchUp(): Promise<void> {
  let present: string | null = null
  const consumer = createHandlingConsumer({
    pool,
    name: 'run_search',
    startsAt: 'beginning',
    async read(after) {
      const page = await readChangedRuns(pool, after, before)
      present ??= page.present
      return page
    },
    handle: indexInBatches,
  })
  if (!(await consumer.catchUp(new AbortController().signal))) throw new OtherGeneration()
  // Every run that had ended when this pass began has its entry now.
  await openCounts(pool)
  before = present
}

async function indexInBatches(runIds: readonly string[]): Promise<void> {
  for (let from = 0; from < runIds.length; from += indexLimits.batchRuns) {
    const startedAt = performance.now()
    const notes = await indexRuns(pool, runIds.slice(from, from + indexLimits.batchRuns))
    for (const line of notes) say({ type: 'note', line })
    await sleep((performance.now() - startedAt) * (1 / indexLimits.dutyShare - 1))
  }
}

port.on('message', () => {
  catchUp().then(
    () => say({ type: 'caught_up' }),
    (error: unknown) => say({ type: 'failed', reason: messageOf(error) }),
  )
})
