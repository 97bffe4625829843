import { afterFrame } from '#components/ui/pacing/after-frame.ts'

/**
 * When typed text is written into the document: at once, after the frame that shows the key, or after a pause in ms.
 */
type Pace = 'at_once' | 'behind_frame' | number

/** Below this duration, users do not notice the write in addition to the frame that shows the key. */
const promptMs = 32
/** Above this duration, a write blocks the next keys and waits for a pause. */
const bearableMs = 100
const mostDelayMs = 800
const remembered = 3

/**
 * Derives the write pace from the durations of the last writes. The shortest one counts: a single slow write may come
 * from the machine, or be the first of its kind.
 */
export function createWritingPace() {
  let took: readonly number[] = []
  return {
    wrote(ms: number): void {
      took = [...took, ms].slice(-remembered)
    },
    next(): Pace {
      const ms = took.length === 0 ? 0 : Math.min(...took)
      if (ms < promptMs) return 'at_once'
      return ms < bearableMs ? 'behind_frame' : Math.min(mostDelayMs, ms * 2)
    },
  }
}

/** Runs a write after the frame, or after a pause; the returned function cancels it. */
export function performLater(pace: Exclude<Pace, 'at_once'>, perform: () => void): () => void {
  if (pace === 'behind_frame') return afterFrame(perform)
  const timer = setTimeout(perform, pace)
  return () => clearTimeout(timer)
}
