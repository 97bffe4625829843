import { tuning } from '../tuning.ts'

/**
 * A watch of memory growth says whether this process has taken much memory since all its threads answered last. A
 * function that fills memory soon ends by that if it runs for a good part of the time; slowed down further, it would only
 * hold the memory longer.
 */
export function watchMemoryGrowth(read: () => number = process.memoryUsage.rss): (allAnswer: boolean) => boolean {
  let bytesBefore = read()
  return (allAnswer) => {
    const bytes = read()
    if (allAnswer) bytesBefore = bytes
    return bytes - bytesBefore > tuning.memoryGrowthBytes
  }
}
