import { getHeapSpaceStatistics } from 'node:v8'
import { askRetained, type MemoryUse, type RetainedMemory } from '../engine/messages.ts'

/** Loaded into a process that is measured, by `--import`: says over its IPC channel what a collection leaves. */
process.on('message', (message) => {
  if (message !== askRetained) return
  const before = memoryUse()
  globalThis.gc?.()
  const after = memoryUse()
  process.send?.({ keptBytes: after.used + after.buffers, before, after } satisfies RetainedMemory)
})

function memoryUse(): MemoryUse {
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
  const young = getHeapSpaceStatistics()
    .filter(({ space_name }) => space_name.startsWith('new_'))
    .reduce((sum, { space_size }) => sum + space_size, 0)
  return { resident: rss, heap: heapTotal, young, used: heapUsed, buffers: external }
}
