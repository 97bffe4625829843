/** The time in which an activity was under way lately. Activities that overlap count once. */
export interface Recently {
  /** The activity was under way from `since` until now. */
  add(since: number): void
  /** The larger time of two: that of the present stretch and that of the one before. */
  ms(): number
}

/** `stretchMs`: length of a stretch. A stretch counts until the end of the next one. */
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
