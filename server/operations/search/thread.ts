import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { limits } from '#core/limits.ts'
import { messageOf } from '#core/message-of.ts'
import { OtherGeneration } from '../../db/generations.ts'
import { generationsOf } from '../../db/pool.ts'
import { moveBookmark, openBookmark } from '../log-place.ts'
import { readChangedRuns } from './changed-runs.ts'
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

const BOOKMARK = 'run_search'
const { databaseUrl } = workerData as IndexThreadData
const port = parentPort
if (!port) throw new Error('The index of runs is kept in a worker thread.')
const say = (message: FromIndexThread) => port.postMessage(message)
const pool = createIndexPool(databaseUrl)
const generations = generationsOf(pool)

/**
 * The present position of the previous pass. Engines may still index later changes, because they have those runs in
 * memory.
 */
let before: string | null = null

/** Indexes changed runs, in small batches with pauses between them, until none remain. */
async function catchUp(): Promise<void> {
  let { xid: place } = await openBookmark(pool, BOOKMARK, 'beginning')
  const generation = generations.current
  let present: string | null = null
  for (let more = true; more; ) {
    const page = await readChangedRuns(pool, place, before)
    // Transaction numbers were reused: only the bookmark tells how far this database has been read.
    if (generations.current !== generation) throw new OtherGeneration()
    present ??= page.present
    for (let from = 0; from < page.runIds.length; from += limits.search.batchRuns) {
      const startedAt = performance.now()
      const notes = await indexRuns(pool, page.runIds.slice(from, from + limits.search.batchRuns))
      for (const line of notes) say({ type: 'note', line })
      await sleep((performance.now() - startedAt) * (1 / limits.search.dutyShare - 1))
    }
    await moveBookmark(pool, BOOKMARK, page.next)
    place = page.next
    more = page.more
  }
  // Every run that had ended when this pass began has its entry now.
  await openCounts(pool)
  before = present
}

port.on('message', () => {
  catchUp().then(
    () => say({ type: 'caught_up' }),
    (error: unknown) => say({ type: 'failed', reason: messageOf(error) }),
  )
})
