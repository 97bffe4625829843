import type { Change } from './changes-store.ts'

export interface Paced {
  hear(change: Change): void
  /** Whether anybody looks at the page: what was held back meanwhile is told at once when somebody does again. */
  show(isSeen: boolean): void
  stop(): void
}

/** What comes within a frame is told together. */
const gatherMs = 16
/** Asking may take a third of the time. */
const rest = 2
const longestPauseMs = 5_000
/** A page that nobody sees keeps up all the same, but does not hurry. */
const unseenMs = 5_000
/** Beyond so many runs it is cheaper to say that anything may have changed. */
const mostRuns = 1_000

/**
 * Tells of changes soon, and then no faster than its listener can take: the first at once, what follows when the answer
 * to the one before is there and has rested. So a burst of a thousand events is a few questions, on a slow server fewer
 * still, and the last change is always told.
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
      // Whoever asked in vain shows so; the next change is told all the same.
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
