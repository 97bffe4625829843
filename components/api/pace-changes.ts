import type { Change } from './changes-store.ts'

export interface Paced {
  hear(change: Change): void
  /**
   * Says whether the page is visible. Changes held back while the page was hidden are reported as soon as it is
   * visible.
   */
  show(isSeen: boolean): void
  stop(): void
}

/** Changes within one frame are reported as one batch. */
const gatherMs = 16
/** The pause after a report, as a multiple of its duration: requests take at most a third of the time. */
const rest = 2
const longestPauseMs = 5_000
/** The interval for a hidden page, which stays up to date but at a slower pace. */
const unseenMs = 5_000
/** Above this number of runs the report is null: any run may have changed. That is cheaper than a list. */
const mostRuns = 1_000

/**
 * Paces change reports to the speed of the listener. The first change is reported at once; the next batch after the
 * answer to the one before and a pause. A burst of a thousand events causes a few requests, on a slow server fewer
 * still. The last change is always reported.
 */
export function paceChanges(
  tell: (runIds: ReadonlySet<string> | null) => unknown,
  everyMs: number,
  isSeenNow = true,
): Paced {
  let gathered: Set<string> | null = new Set()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTelling = false
  let isSeen = isSeenNow
  let earliest = 0

  const isOwed = () => gathered === null || gathered.size > 0
  const plan = () => {
    if (isTelling || timer !== undefined || !isOwed()) return
    const pauseMs = Math.max(gatherMs, earliest - Date.now(), isSeen ? 0 : unseenMs)
    timer = setTimeout(flush, pauseMs)
  }
  const flush = async () => {
    timer = undefined
    const runIds = gathered
    gathered = new Set()
    isTelling = true
    const beganAt = Date.now()
    try {
      await tell(runIds)
    } catch {
      // The listener shows its own failure. The next change is reported all the same.
    }
    isTelling = false
    const tookMs = Date.now() - beganAt
    earliest = beganAt + Math.max(everyMs, Math.min(longestPauseMs, (1 + rest) * tookMs))
    plan()
  }
  return {
    hear(change) {
      if (change === null || gathered === null) gathered = null
      else {
        for (const runId of change) gathered.add(runId)
        if (gathered.size > mostRuns) gathered = null
      }
      plan()
    },
    show(now) {
      isSeen = now
      if (!isSeen || timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      plan()
    },
    stop() {
      clearTimeout(timer)
      gathered = new Set()
      timer = undefined
    },
  }
}
