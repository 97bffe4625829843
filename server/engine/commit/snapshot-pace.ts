import type { RunState } from '#core/run/state.ts'
import { tuning } from '../tuning.ts'

/** Characters that were logged for a run since its last snapshot, and characters of that snapshot. */
export interface SnapshotPace {
  readonly logged: number
  readonly last: number
}

/**
 * A snapshot bounds the history that is read when a run is taken up. It is due after so many events. The snapshot of a
 * large state, such as the results of ten thousand items, waits until the log has grown by the size of the last one: so
 * the writes grow with the history and not with its square, and a take-over reads no more than twice a snapshot.
 */
export function isSnapshotDue(before: RunState, after: RunState, { logged, last }: SnapshotPace): boolean {
  const every = tuning.snapshotEveryEvents
  return logged >= last && Math.floor(before.seq / every) < Math.floor(after.seq / every)
}
