import type { RunState } from '#core/run/state.ts'
import { tuning } from '../tuning.ts'

/** What was logged of a run since its last snapshot, and how large that was: characters of JSON. */
export interface SnapshotPace {
  readonly logged: number
  readonly last: number
}

/**
 * A snapshot bounds what is read when a run is taken up: it is due after so
 * many events. A large state, such as the results of ten thousand items, waits
 * until as much was logged as the last snapshot took; so what is written grows
 * with the history and not with its square, and no more than twice a snapshot is ever read.
 */
export function isSnapshotDue(before: RunState, after: RunState, { logged, last }: SnapshotPace): boolean {
  const every = tuning.snapshotEveryEvents
  return logged >= last && Math.floor(before.seq / every) < Math.floor(after.seq / every)
}
