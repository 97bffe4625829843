import { limits } from '#core/limits.ts'
import type { After, LocalClock } from '../ports.ts'

/** Waits however long: a step may be given years, and one timer of Node takes less than a month. */
const after: After = (ms, call) => {
  let timer: NodeJS.Timeout
  const wait = (leftMs: number) => {
    const part = Math.min(leftMs, limits.run.waitMs)
    timer = setTimeout(() => (part < leftMs ? wait(leftMs - part) : call()), part)
  }
  wait(ms)
  return () => clearTimeout(timer)
}

/** The clock of this process. */
export const localClock: LocalClock = { monotonic: () => performance.now(), after }
