import { Worker } from 'node:worker_threads'
import { ApiError } from '../../api-error.ts'
import { FairQueue } from './fair-queue.ts'

interface PoolOptions {
  /** The script of the threads: it answers each message with one message. */
  readonly script: URL
  readonly threads: number
  /** The maximum processor time of one request. */
  readonly deadlineMs: number
  /** The maximum wall-clock time of one request, from the beginning of its turn. */
  readonly waitMs: number
  readonly waitingPerOwner: number
}

interface Job {
  readonly request: unknown
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

interface Thread {
  readonly worker: Worker
  /** The request in progress. */
  busy?: { readonly owner: string; readonly job: Job; readonly watch: NodeJS.Timeout } | undefined
}

export interface AnalysisPool {
  run(owner: string, request: unknown): Promise<unknown>
  /** The number of requests in progress. */
  readonly running: number
  close(): Promise<void>
}

/**
 * A thread pool that serves several owners in turn. One owner never occupies all threads, so a request of another owner
 * finds one free. A request that exceeds its time is aborted together with its thread; waiting requests continue in
 * another thread. Threads start on demand, are kept, and do not keep the process alive.
 */
export function createAnalysisPool({
  script,
  threads: most,
  deadlineMs,
  waitMs,
  waitingPerOwner,
}: PoolOptions): AnalysisPool {
  const queue = new FairQueue<Job>()
  const threads = new Set<Thread>()
  const perOwner = Math.max(1, most - 1)

  const runningOf = (owner: string) => [...threads].filter(({ busy }) => busy?.owner === owner).length

  const next = (): void => {
    for (;;) {
      const free = [...threads].find(({ busy }) => busy === undefined)
      if (free === undefined && threads.size >= most) return
      const taken = queue.take((owner) => runningOf(owner) < perOwner)
      if (taken === undefined) return
      begin(free ?? open(), taken.owner, taken.item)
    }
  }

  const begin = (thread: Thread, owner: string, job: Job): void => {
    thread.worker.postMessage(job.request)
    const startedAt = performance.now()
    const spentBefore = thread.worker.cpuUsage().catch(() => unused)
    const look = async () => {
      const isOver = performance.now() - startedAt >= waitMs
      if (!isOver && (await spentBy(thread.worker, spentBefore)) < deadlineMs) return
      if (thread.busy?.job !== job) return
      const message = 'This text takes too long to read. Split it or simplify it.'
      giveUp(thread, new ApiError('TOO_LARGE', message, 'text'))
    }
    const watch = setInterval(() => void look(), Math.min(1_000, deadlineMs))
    watch.unref()
    thread.busy = { owner, job, watch }
  }

  const end = (thread: Thread): Job | undefined => {
    const { busy } = thread
    clearInterval(busy?.watch)
    thread.busy = undefined
    return busy?.job
  }

  const giveUp = (thread: Thread, error: Error): void => {
    threads.delete(thread)
    void thread.worker.terminate()
    end(thread)?.reject(error)
    next()
  }

  const open = (): Thread => {
    const thread: Thread = { worker: new Worker(script) }
    threads.add(thread)
    thread.worker.unref()
    thread.worker.on('message', (answer: unknown) => {
      end(thread)?.resolve(answer)
      next()
    })
    thread.worker.on('error', (error) => giveUp(thread, error as Error))
    return thread
  }

  return {
    get running() {
      return [...threads].filter(({ busy }) => busy !== undefined).length
    },
    run(owner, request) {
      if (queue.waitingOf(owner) >= waitingPerOwner) {
        const message = 'Too many texts are waiting to be read. Try again in a moment.'
        return Promise.reject(new ApiError('TOO_MANY_REQUESTS', message))
      }
      return new Promise((resolve, reject) => {
        queue.add(owner, { request, resolve, reject })
        next()
      })
    },
    async close() {
      const open = [...threads]
      threads.clear()
      for (const thread of open) end(thread)
      await Promise.all(open.map(({ worker }) => worker.terminate()))
    },
  }
}

/** The CPU usage of a new thread. */
const unused: NodeJS.CpuUsage = { user: 0, system: 0 }

/** The processor time that the request has used. Time in which the thread got no processor does not count. */
async function spentBy(worker: Worker, before: Promise<NodeJS.CpuUsage>): Promise<number> {
  const usage = await worker.cpuUsage(await before).catch(() => null)
  return usage === null ? 0 : (usage.user + usage.system) / 1_000
}
