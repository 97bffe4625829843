import type { RunEvent } from '../event.ts'

/** What a decision may not make up itself. `now`: milliseconds by the database's clock. `newId`: a UUIDv7. `random`: [0, 1). */
export interface DecisionContext {
  readonly now: number
  /** Events before this decision that are not stored yet: what they start has not begun. */
  readonly uncommitted?: readonly RunEvent[]
  newId(): string
  random(): number
  /** Runs that descend from the origin of this one. Absent where nothing is started, as in a preview. */
  readonly descendants?: DescendantsRoom
}

export interface DescendantsRoom {
  readonly most: number
  /** Takes the room of one more; false when there is none. */
  take(): boolean
}
