import { limits } from '#core/limits.ts'

/**
 * Tells whether this process has taken much memory since it was calm last. A function that does so ends by it
 * soon if it is let run for a good part of the time; slowed down altogether, it would only hold the memory for longer.
 */
export function watchMemory(read: () => number = process.memoryUsage.rss): (isCalm: boolean) => boolean {
  let calmBytes = read()
  return (isCalm) => {
    const bytes = read()
    if (isCalm) calmBytes = bytes
    return bytes - calmBytes > limits.engine.fillsMemoryBytes
  }
}
