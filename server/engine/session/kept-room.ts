import { limits } from '#core/limits.ts'
import type { KeptRoom } from '../ports.ts'

/**
 * How much more of large values an engine takes up. Once runs were left for want of room, only such are taken as have
 * none, until it holds less than then: otherwise those would be looked at again and again. Where there never is room,
 * as others fill it whose values have come since, one is taken now and then all the same.
 */
export interface KeptRooms {
  now(): KeptRoom
  /** Runs were left. */
  onLeft(): void
}

export const noKept: KeptRoom = { bytes: 0, evenOne: false }

/** `held`: bytes of large values in the runs that are held. */
export function createKeptRooms(most: number, held: () => number, monotonic: () => number): KeptRooms {
  let leftAt = Number.POSITIVE_INFINITY
  /** Since when some have waited. */
  let waitingSince: number | null = null
  return {
    now() {
      const bytes = held()
      if (bytes === 0) return { bytes: most, evenOne: true }
      if (waitingSince !== null && monotonic() - waitingSince > limits.engine.keptWaitMs) {
        waitingSince = null
        return { bytes: 0, evenOne: true }
      }
      return bytes < leftAt ? { bytes: Math.max(0, most - bytes), evenOne: false } : noKept
    },
    onLeft() {
      leftAt = held()
      waitingSince ??= monotonic()
    },
  }
}
