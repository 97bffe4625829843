import type { KeptRoom } from '../ports.ts'

/**
 * How much more of large values an engine takes up. Once runs were left for want of room, only such are taken as have
 * none, until it holds less than then: otherwise those would be looked at again and again.
 */
export interface KeptRooms {
  now(): KeptRoom
  /** Runs were left. */
  onLeft(): void
}

/** `held`: bytes of large values in the runs that are held. */
export function createKeptRooms(most: number, held: () => number): KeptRooms {
  let leftAt = Number.POSITIVE_INFINITY
  return {
    now() {
      const bytes = held()
      if (bytes === 0 || bytes < leftAt) leftAt = Number.POSITIVE_INFINITY
      else return { bytes: 0, evenOne: false }
      return { bytes: Math.max(0, most - bytes), evenOne: bytes === 0 }
    },
    onLeft() {
      leftAt = held()
    },
  }
}
