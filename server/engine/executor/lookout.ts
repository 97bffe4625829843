import { availableParallelism } from 'node:os'

/** Longer than it takes to wake another thread that has a little to do. */
const LOOK_MS = 0.15
/** After as many vain ones, this many times at most it is not tried. */
const MOST_LEFT_OUT = 64

/**
 * Looks out for something that another thread is about to do, instead of
 * sleeping until it is done: to be woken takes as long as many functions do. It
 * says whether it was seen. When it looks in vain it looks less and less often.
 */
export function createLookout(
  monotonic: () => number,
  parallelism: number = availableParallelism(),
): (isThere: () => boolean) => boolean {
  let vain = 0
  let leaveOut = 0
  return (isThere) => {
    // On the only processor it would keep the other from doing it.
    if (parallelism === 1) return isThere()
    if (leaveOut > 0) {
      leaveOut -= 1
      return isThere()
    }
    const until = monotonic() + LOOK_MS
    do {
      if (isThere()) {
        vain = 0
        return true
      }
    } while (monotonic() < until)
    vain += 1
    leaveOut = Math.min(2 ** vain, MOST_LEFT_OUT)
    return false
  }
}
