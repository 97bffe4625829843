import { limits } from '#core/limits.ts'

/**
 * A memory watch tells whether this process has taken much memory since it was calm last. A function that fills memory
 * soon ends by that if it runs for a good part of the time; slowed down further, it would only hold the memory longer.
 */
export function watchMemory(read: () => number = process.memoryUsage.rss): (isCalm: boolean) => boolean {
  let calmBytes = read()
  return (isCalm) => {
    const bytes = read()
    if (isCalm) calmBytes = bytes
    return bytes - calmBytes > limits.engine.fillsMemoryBytes
  }
}
