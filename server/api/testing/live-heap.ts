import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes of the heap that are reachable. Garbage is collected first: what earlier tests left would change a comparison. */
export function liveHeapBytes(): number {
  setFlagsFromString('--expose-gc')
  const collectGarbage: unknown = runInNewContext('gc')
  if (typeof collectGarbage !== 'function') throw new Error('This runtime does not expose its garbage collector.')
  collectGarbage()
  return process.memoryUsage().heapUsed
}
