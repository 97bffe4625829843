import { askKept, type Kept } from './messages.ts'

/** Loaded into a process that is measured, by `--import`: says over its IPC channel what a collection leaves. */
process.on('message', (message) => {
  if (message !== askKept) return
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ keptBytes: heapUsed + external } satisfies Kept)
})
