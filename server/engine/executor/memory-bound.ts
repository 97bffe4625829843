import type { Worker } from 'node:worker_threads'
import { limits } from '#core/limits.ts'

const MB = 1024 * 1024
const bound = (bytes: number) => `it held more than ${Math.floor(bytes / MB)} MB of memory`

/** Why a thread was ended that took too much. */
export const tookMemory = {
  heap: `${bound(limits.engine.hostHeapBytes)} in its heap`,
  buffers: `${bound(limits.engine.hostBuffersBytes)} outside of its heap, in buffers`,
} as const

/** Of the heap V8 takes care by itself. */
export const heapBound = { maxOldGenerationSizeMb: Math.floor(limits.engine.hostHeapBytes / MB) }

/**
 * Looks whether a thread holds too much outside of its heap: no bound of V8's is about buffers. The thread is asked
 * only while the whole process holds so much that it may be; it answers also while a function does not return.
 */
export function watchBuffers(worker: Worker, onTooMuch: () => void, read: () => number = process.memoryUsage.rss) {
  let isAsked = false
  const hear = ({ external_memory: bytes }: { readonly external_memory: number }) => {
    isAsked = false
    if (bytes > limits.engine.hostBuffersBytes) onTooMuch()
  }
  // One that has ended says nothing any more.
  const isGone = () => undefined
  return () => {
    if (isAsked || read() <= limits.engine.hostBuffersBytes) return
    isAsked = true
    worker.getHeapStatistics().then(hear, isGone)
  }
}
