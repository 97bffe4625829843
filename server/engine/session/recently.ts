/** How long something was under way lately. What went on several times at once counts once. */
export interface Recently {
  /** It was, from then until now. */
  add(since: number): void
  /** In the present stretch of time or the one before, whichever had more of it. */
  ms(): number
}

/** `stretchMs`: one that is over is held against the next one as long as that lasts, and is then forgotten. */
export function createRecently(stretchMs: number, monotonic: () => number): Recently {
  let beganAt = Number.NEGATIVE_INFINITY
  let countedUntil = Number.NEGATIVE_INFINITY
  let present = 0
  let before = 0

  /** Begins a new stretch when it is time. */
  const turn = (now: number) => {
    if (now - beganAt < stretchMs) return
    before = now - beganAt < 2 * stretchMs ? present : 0
    present = 0
    beganAt = now
  }
  return {
    add(since) {
      const now = monotonic()
      turn(now)
      present += now - Math.max(since, countedUntil)
      countedUntil = now
    },
    ms() {
      turn(monotonic())
      return Math.max(present, before)
    },
  }
}
