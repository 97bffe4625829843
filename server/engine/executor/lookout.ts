/** Longer than it takes another thread to be woken and to do a little. */
const WAIT_MS = 0.2
/** After as many vain ones, this many times at most it does not wait. */
const MOST_LEFT_OUT = 64

/**
 * Waits for a word of shared memory to change from what it was, for a moment:
 * for what another thread is about to say, which by way of the event loop is
 * heard later than many functions take. It says whether the word has changed.
 * When it waits in vain it does so less and less often.
 *
 * The thread sleeps meanwhile: one that keeps looking may keep the very
 * processor that the other one is waiting for.
 */
export function createLookout(words: Int32Array, index: number): (from: number) => boolean {
  let vain = 0
  let leaveOut = 0
  return (from) => {
    if (leaveOut > 0) {
      leaveOut -= 1
      return Atomics.load(words, index) !== from
    }
    if (Atomics.wait(words, index, from, WAIT_MS) !== 'timed-out') {
      vain = 0
      return true
    }
    vain += 1
    leaveOut = Math.min(2 ** vain, MOST_LEFT_OUT)
    return false
  }
}

/** Changes the word and wakes whoever waits for that. */
export function tellLookout(words: Int32Array, index: number): void {
  Atomics.add(words, index, 1)
  Atomics.notify(words, index)
}
