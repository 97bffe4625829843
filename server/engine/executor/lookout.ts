/** Longer than another thread needs to wake and do a little work. */
const WAIT_MS = 0.2
/** Most waits that are skipped after waits in vain. */
const MOST_LEFT_OUT = 64

/**
 * A lookout waits for a moment until a word of shared memory changes, because another thread is about to send a
 * message: the event loop delivers that message later than many functions take. It returns whether the word has
 * changed. After waits in vain it waits less and less often.
 *
 * The thread sleeps during the wait: a busy loop may occupy the very processor that the other thread needs.
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

/** Changes the word and wakes the threads that wait for it. */
export function tellLookout(words: Int32Array, index: number): void {
  Atomics.add(words, index, 1)
  Atomics.notify(words, index)
}
