import type { Json } from '#core/json.ts'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import { initialState, type RunState } from '#core/run/state.ts'
import { openPayloads } from '#server/engine/payload/inline-payloads.ts'
import type { LoadedRun, Store } from '#server/engine/ports.ts'

/** Snapshots are rare; here a run may be loaded from one that was made at any of its rows. */
export function looseSnapshots(store: Store, isWanted: () => boolean): Store {
  const withSnapshot = (run: LoadedRun): LoadedRun => {
    if (!isWanted()) return run
    const rows = JSON.parse(run.log) as readonly (readonly RunEvent[])[]
    const middle = rows.length >> 1
    const { inline } = openPayloads(run.payloads)
    const before = run.snapshot === null ? initialState() : inline(run.snapshot as unknown as RunState)
    const snapshot = JSON.parse(JSON.stringify(fold(before, rows.slice(0, middle).flat().map(inline)))) as Json
    return { ...run, snapshot, log: JSON.stringify(rows.slice(middle)) }
  }
  return {
    ...store,
    claim: (engine, limit, take) => store.claim(engine, limit, (runs) => take(runs.map(withSnapshot))),
  }
}
