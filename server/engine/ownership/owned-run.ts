import type { RunState } from '#core/run/state.ts'
import type { Projection } from '../commit/append.ts'
import type { Letter } from '../commit/decide-batch.ts'
import type { Plan } from '../commit/plan-change.ts'
import type { SnapshotPace } from '../commit/snapshot-pace.ts'
import type { RunnableDefinition } from '../definitions.ts'
import type { Kept } from '../payload/kept.ts'

/**
 * A run that this engine holds in memory. It is *idle* while nothing is in
 * `inbox`, *busy* while one append of it is on its way (never two), and *gone*
 * once it was let go of or lost to another engine: whatever still comes for it
 * then is dropped.
 */
export interface OwnedRun {
  readonly runId: string
  readonly definition: RunnableDefinition
  /** As of the last acknowledged append. */
  state: RunState
  plan: Plan
  projection: Projection
  pace: SnapshotPace
  /** The large values of its history that are stored apart. */
  kept: Kept
  /** Bytes of large values that it has been given, stored or about to be. */
  keptBytes: number
  /** Commands that wait for the append that is under way. */
  inbox: Letter[]
  busy: boolean
  gone: boolean
  /** Mail number up to which everything was read; -1 when there is more than was read. */
  drained: number
  /** Ids of mail that was read while it was held, so that it is not read twice. */
  readonly seenMail: Set<number>
  /** Decide the next commands one by one: together, one of them could not be stored. */
  oneByOne: number
}
