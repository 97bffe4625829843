import type { PayloadBudget } from '../ports.ts'
import { tuning } from '../tuning.ts'

/**
 * The budget of an engine for large values: what is left for the runs of the next claim. After a claim left runs because
 * the budget was used up, the next ones take runs without large values only, until the engine holds less than at that
 * time: otherwise the same runs would be read again and again. When the budget stays used up for long, one run is
 * claimed in spite of it, so that no run waits for ever.
 */
export interface PayloadAdmission {
  /** For the next claim. */
  budget(): PayloadBudget
  /** A claim left runs, because their large values exceeded the budget. */
  onLeft(): void
}

export const noPayloadBudget: PayloadBudget = { bytes: 0, evenOne: false }

/** `held`: bytes of large values in the runs that are held. */
export function createPayloadAdmission(most: number, held: () => number, monotonic: () => number): PayloadAdmission {
  let leftAt = Number.POSITIVE_INFINITY
  /** Since when runs may have waited for the budget. */
  let waitingSince: number | null = null
  return {
    budget() {
      const bytes = held()
      if (bytes === 0) return { bytes: most, evenOne: true }
      const room = bytes < leftAt ? Math.max(0, most - bytes) : 0
      if (room > 0) return { bytes: room, evenOne: false }
      waitingSince ??= monotonic()
      if (monotonic() - waitingSince <= tuning.payloadWaitMs) return noPayloadBudget
      waitingSince = null
      return { bytes: 0, evenOne: true }
    },
    onLeft() {
      leftAt = held()
      waitingSince ??= monotonic()
    },
  }
}
