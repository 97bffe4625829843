/** When what was typed goes into the document: at once, behind the frame that shows the key, or after a pause of so long. */
export type Pace = 'at_once' | 'behind_frame' | number

/** Quicker than this, a write and the frame that shows it are one to whoever types. */
const promptMs = 32
/** Slower than this, it holds the next keys up, and waits for a pause. */
const bearableMs = 100
const mostDelayMs = 800
const remembered = 3

/**
 * Finds the pace of writing from what the last writes took. The quickest of
 * them counts: a single slow one was the machine's doing, or the first of its kind.
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
