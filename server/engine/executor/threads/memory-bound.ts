import type { Worker } from 'node:worker_threads'
import { limits } from '#core/limits.ts'

const MB = 1024 * 1024
const bound = (bytes: number) => `it used more than ${Math.floor(bytes / MB)} MB of memory`

/** The reasons for which a thread is ended that took too much memory. */
export const tookMemory = {
  heap: `${bound(limits.engine.hostHeapBytes)} in its heap`,
  buffers: `${bound(limits.engine.hostBuffersBytes)} outside of its heap, in buffers`,
} as const

/** The bound of the heap, which V8 enforces. */
export const heapBound = { maxOldGenerationSizeMb: Math.floor(limits.engine.hostHeapBytes / MB) }

/**
 * Checks whether a thread holds too much memory outside of its heap: V8 has no bound for buffers. The thread is asked
 * only while the whole process holds more than the bound; it answers even while a function does not return.
 */
export function watchBuffers(worker: Worker, onTooMuch: () => void, read: () => number = process.memoryUsage.rss) {
  let isAsked = false
  const judge = ({ external_memory: bytes }: { readonly external_memory: number }) => {
    isAsked = false
    if (bytes > limits.engine.hostBuffersBytes) onTooMuch()
  }
  // A thread that has ended does not answer.
  const isGone = () => undefined
  return () => {
    if (isAsked || read() <= limits.engine.hostBuffersBytes) return
    isAsked = true
    worker.getHeapStatistics().then(judge, isGone)
  }
}
