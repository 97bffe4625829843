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

export function createAdmission(runsInMemory: number, isBusy: () => boolean): Admission {
  const { runsAlways, appendsUnderWay } = limits.engine
  let unanswered = 0
  return {
    counted(answer) {
      unanswered += 1
      return answer.finally(() => {
        unanswered -= 1
      })
    },
    room(held) {
      const most = isBusy() || unanswered > appendsUnderWay ? Math.min(runsAlways, runsInMemory) : runsInMemory
      return Math.max(0, most - held)
    },
  }
}
