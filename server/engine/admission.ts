import { limits } from '#core/limits.ts'

/**
 * How many more runs an engine takes. Every run that it holds makes the steps of
 * the others wait a little longer, so it takes no more than it needs to be busy:
 * `runsAlways`, and beyond those only while it has time to spare, as it has when
 * functions wait for other systems. The rest waits in the queue, where a run of
 * an owner with few of them overtakes those of one with many.
 */
export interface Admission {
  /** An append was sent; returns its answer. */
  counted<Answer>(answer: Promise<Answer>): Promise<Answer>
  room(held: number): number
}

/** Runs move in step with the commits that they share: only a while without a crowd says that there is none. */
const CROWD_MS = 100

export function createAdmission(runsInMemory: number, isBusy: () => boolean, monotonic: () => number): Admission {
  const { runsAlways, appendsUnderWay } = limits.engine
  let unanswered = 0
  let crowdedAt = Number.NEGATIVE_INFINITY
  return {
    counted(answer) {
      unanswered += 1
      if (unanswered > appendsUnderWay) crowdedAt = monotonic()
      return answer.finally(() => {
        unanswered -= 1
      })
    },
    room(held) {
      const isCrowded = unanswered > appendsUnderWay || monotonic() - crowdedAt < CROWD_MS
      const most = isBusy() || isCrowded ? Math.min(runsAlways, runsInMemory) : runsInMemory
      return Math.max(0, most - held)
    },
  }
}
