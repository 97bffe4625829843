import type { Clock, LocalClock } from '../ports.ts'

/**
 * The database's clock as this process knows it: the offset to a local clock
 * that never goes back, measured at each renewal of the lease. A machine whose
 * wall clock jumps changes nothing here.
 */
export interface DatabaseClock extends Clock {
  /** `databaseNow` was read somewhere between the two local instants. */
  adjust(databaseNow: number, sentAt: number, answeredAt: number): void
}

export function createDatabaseClock({ monotonic, after }: LocalClock): DatabaseClock {
  let offset: number | null = null
  return {
    now() {
      if (offset === null) throw new Error('The clock was read before it was set.')
      return Math.floor(monotonic() + offset)
    },
    monotonic,
    after,
    adjust(databaseNow, sentAt, answeredAt) {
      offset = databaseNow - (sentAt + answeredAt) / 2
    },
  }
}
