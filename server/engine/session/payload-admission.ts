import type { PayloadBudget } from '../ports.ts'
import { tuning } from '../tuning.ts'

/**
 * How much more of large values an engine takes up. Once runs were left for want of room, only such are taken as have
 * none, until it holds less than then: otherwise those would be looked at again and again. Where there never is room,
 * as others fill it whose values have come since, one is taken now and then all the same.
 */
export interface PayloadAdmission {
  budget(): PayloadBudget
  /** Runs were left. */
  onLeft(): void
}

export const noPayloadBudget: PayloadBudget = { bytes: 0, evenOne: false }

/** `held`: bytes of large values in the runs that are held. */
export function createPayloadAdmission(most: number, held: () => number, monotonic: () => number): PayloadAdmission {
  let leftAt = Number.POSITIVE_INFINITY
  /** Since when some may have waited. */
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
