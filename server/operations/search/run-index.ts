import { Worker } from 'node:worker_threads'
import type { Pool } from 'pg'
import { isFirstEngine, startSubscription } from '#server/log/subscription.ts'
import type { Repeated } from '../repeat.ts'
import { indexLimits } from './index-limits.ts'
import type { FromIndexThread, IndexThreadData } from './thread.ts'

export interface RunIndexOptions {
  readonly pool: Pool
  readonly databaseUrl: string
  /** The id of the engine in this process; it may change. */
  readonly engineId: () => string
  readonly log: (line: string) => void
  /** Milliseconds until the first pass; none when absent. */
  readonly firstAfterMs?: number
}

/**
 * Updates the index of runs (`run_search`) from the log, a moment behind it. One engine does this for all; after its
 * death another one continues from the stored cursor.
 */
export function startRunIndex({ pool, databaseUrl, engineId, log, firstAfterMs = 0 }: RunIndexOptions): Repeated {
  let thread: Worker | null = null

  /** One pass of the thread, from the stored cursor to the present. */
  const pass = (worker: Worker): Promise<void> =>
    new Promise((resolve, reject) => {
      const onExit = () => reject(new Error('its thread has ended'))
      const onError = (error: Error) => reject(new Error(`its thread has ended: ${error.message}`))
      const onMessage = (message: FromIndexThread) => {
        if (message.type === 'note') {
          log(`index of runs: ${message.line}`)
          return
        }
        worker.off('exit', onExit)
        worker.off('error', onError)
        worker.off('message', onMessage)
        if (message.type === 'failed') reject(new Error(message.reason))
        else resolve()
      }
      worker.on('exit', onExit)
      worker.on('error', onError)
      worker.on('message', onMessage)
      worker.postMessage('catch up')
    })

  const subscription = startSubscription({
    claim: () => isFirstEngine(pool, engineId()),
    async catchUp(signal) {
      // A stop that comes before the thread has been started has none to end.
      if (signal.aborted) return
      thread ??= start(databaseUrl, () => {
        thread = null
      })
      await pass(thread)
    },
    lookEveryMs: indexLimits.lookEveryMs,
    firstAfterMs,
    retry: { firstMs: indexLimits.lookEveryMs, longestMs: indexLimits.lookEveryMs },
    onError: (message) => log(`index of runs: ${message}; it is tried again`),
  })
  return {
    async stop() {
      const stopped = subscription.stop()
      await thread?.terminate()
      await stopped
    },
  }
}

function start(databaseUrl: string, onEnd: () => void): Worker {
  const workerData: IndexThreadData = { databaseUrl }
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData, name: 'run index' })
  worker.on('error', () => undefined)
  worker.once('exit', onEnd)
  worker.unref()
  return worker
}
