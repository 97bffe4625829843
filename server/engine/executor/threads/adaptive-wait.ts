import { tuning } from '../tuning.ts'

/**
 * An adaptive wait blocks for a moment until a word of shared memory changes, because another thread is about to send a
 * message: the event loop delivers that message later than many functions take. It returns whether the word has
 * changed. After waits in vain it waits less and less often.
 *
 * The thread sleeps during the wait: a busy loop may occupy the very processor that the other thread needs.
 */
export function createAdaptiveWait(words: Int32Array, index: number): (from: number) => boolean {
  let timedOut = 0
  let toSkip = 0
  return (from) => {
    if (toSkip > 0) {
      toSkip -= 1
      return Atomics.load(words, index) !== from
    }
    if (Atomics.wait(words, index, from, tuning.waitMs) !== 'timed-out') {
      timedOut = 0
      return true
    }
    timedOut += 1
    toSkip = Math.min(2 ** timedOut, tuning.skippedWaits)
    return false
  }
}

/** Changes the word and wakes the threads that wait for it. */
export function notifyWaiter(words: Int32Array, index: number): void {
  Atomics.add(words, index, 1)
  Atomics.notify(words, index)
}
