import { Worker } from 'node:worker_threads'
import { functionEnvironment } from '#server/engine/executor/host/function-environment.ts'
import type { ObservedRow } from './hook-calls.ts'
import { observerLimits } from './observer-limits.ts'
import type { Batch, FromThread, ThreadData } from './thread.ts'

export interface ObserverThreadOptions {
  readonly module: string
  readonly hookMs: number
  readonly log: (line: string) => void
}

/** Calls observers in a thread, which is replaced when it dies or blocks. */
export interface ObserverThread {
  /**
   * Resolves when all calls were made. A call that was running when the thread was lost counts as made. Rejects when no
   * thread can be started.
   */
  call(rows: readonly ObservedRow[]): Promise<void>
  close(): Promise<void>
}

const HEAP_MB = 512

export function createObserverThread({ module, hookMs, log }: ObserverThreadOptions): ObserverThread {
  const shared = new SharedArrayBuffer(8)
  const counts = new Int32Array(shared)
  let worker: Worker | null = null
  let closed = false

  /** One attempt to process the batch: true when it is complete, false when the thread was lost before. */
  const attempt = (batch: Batch): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const thread = worker ?? start()
      const isNew = worker === null
      worker = thread
      let seen = Atomics.load(counts, 1)
      let lost = 'it ended unexpectedly'
      // Before its first heartbeat the thread is still loading, which takes longer on a slow machine.
      let patienceEndsAt = isNew ? performance.now() + observerLimits.startMs : 0
      const watch = setInterval(() => {
        const now = Atomics.load(counts, 1)
        if (now !== seen) {
          seen = now
          patienceEndsAt = 0
          return
        }
        if (performance.now() < patienceEndsAt) return
        lost = `it did not answer for ${hookMs} ms`
        void thread.terminate()
      }, hookMs)
      const end = (settle: () => void) => {
        clearInterval(watch)
        thread.off('message', onMessage)
        thread.off('exit', onExit)
        settle()
      }
      const onMessage = (message: FromThread) => {
        if (message.type === 'log') return
        if (message.type === 'called') end(() => resolve(true))
        else if (message.type === 'refused') {
          worker = null
          void thread.terminate()
          end(() => reject(new Error(`${module} cannot be loaded: ${message.reason}`)))
        } else {
          log(`${module} is told by ${message.hooks.join(', ') || 'nothing: it exports none of the hooks'}`)
          thread.postMessage(batch)
        }
      }
      const onExit = () => {
        if (!closed) log(`the thread of the observers was lost: ${lost}`)
        end(() => resolve(false))
      }
      thread.on('message', onMessage)
      thread.on('exit', onExit)
      if (!isNew) thread.postMessage(batch)
    })

  const start = () => {
    const data: ThreadData = { module, hookMs, atOnce: observerLimits.atOnce, shared }
    const thread = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: data,
      env: functionEnvironment(),
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      execArgv: ['--disable-warning=ExperimentalWarning', '--enable-source-maps'],
    })
    // An observer's unfinished asynchronous work may fail between two batches.
    thread.on('message', (message: FromThread) => {
      if (message.type === 'log') log(message.line)
    })
    // The exit event handles the end of the thread; the error is only logged.
    thread.on('error', (error: Error) => log(error.message))
    // It may also end between two batches.
    thread.on('exit', () => {
      if (worker === thread) worker = null
    })
    return thread
  }

  return {
    async call(rows) {
      Atomics.store(counts, 0, 0)
      for (let skip = 0; !closed; ) {
        if (await attempt({ rows, skip })) return
        const begun = Atomics.load(counts, 0)
        // The thread was lost before its first call: a new thread would be lost, too.
        if (begun === skip) break
        skip = begun
      }
      throw new Error('The observers could not be called.')
    },
    async close() {
      closed = true
      await worker?.terminate()
    },
  }
}
