import type { RunEvent } from '../event.ts'

/**
 * Inputs from outside that keep a decision deterministic. `now`: milliseconds by the database's clock. `newId`: a
 * UUIDv7. `random`: [0, 1).
 */
export interface DecisionContext {
  readonly now: number
  /** Earlier events that are not stored yet. Attempts and children that they start have not begun. */
  readonly uncommitted?: readonly RunEvent[]
  newId(): string
  random(): number
  /** Budget for runs that descend from this run's origin. Absent where nothing is started, as in a preview. */
  readonly descendants?: DescendantsRoom
}

export interface DescendantsRoom {
  readonly most: number
  /** Reserves one descendant; false when the budget is used up. */
  take(): boolean
}
