import { reach } from '../crash-points.ts'
import type { Definitions } from '../definitions.ts'
import type { ActiveRun } from '../ownership/active-run.ts'
import { takeEagerRun } from '../ownership/take-runs.ts'
import { startPolling } from '../polling.ts'
import type { Clock, EagerStartHint, EngineIdentity, LoadedRun, Store } from '../ports.ts'
import { kindOfStoreError } from '../store-error.ts'
import { tuning } from '../tuning.ts'

/**
 * Eager runs of this engine: the web process wrote their first row with this engine's ownership record and their first
 * calls, and a hint brings that row here at once. A poll finds the runs whose hint was lost: runs of this engine for
 * which nothing has been written since their first row.
 *
 * A run is started eagerly once in its life, and so taken up here once: the ids of taken runs are remembered for longer
 * than a hint may be late.
 */
export interface EagerRuns {
  hear(hint: EagerStartHint): void
  /** Hints may have been lost. */
  poke(): void
  stop(): Promise<void>
}

export interface EagerRunsWorld {
  readonly engine: EngineIdentity
  readonly clock: Clock
  readonly store: Pick<Store, 'eagerRuns' | 'handBack'>
  readonly definitions: Definitions
  /** Number of runs that this engine holds. */
  readonly held: () => number
  /** Whether there is room for a run of this owner, by the rules of a claim. */
  hasRoom(ownerId: string): boolean
  adopt(run: ActiveRun): void
  log(line: string): void
}

export function receiveEagerRuns(world: EagerRunsWorld): EagerRuns {
  const { engine, clock, store } = world
  const { eagerHintMs, eagerLookMsPerRun, pollIdleMs } = tuning
  /** By run, the time at which it was taken up. */
  const seen = new Map<string, number>()
  let stopped = false

  const take = async (loaded: LoadedRun): Promise<void> => {
    const { runId } = loaded
    if (stopped || seen.has(runId)) return
    seen.set(runId, clock.monotonic())
    try {
      const run = await takeEagerRun(loaded, world).catch((error: unknown) => unreadable(runId, error))
      if (stopped) return
      if (run && world.hasRoom(run.state.header.owner_id)) world.adopt(run)
      // A run that cannot be read goes into the queue, too: the engine that claims it parks it, and it is tried again.
      else await store.handBack(engine, [runId])
    } catch (error) {
      seen.delete(runId)
      world.log(`run ${runId} waits for the database: ${String(error)}`)
    }
  }
  const unreadable = (runId: string, error: unknown): null => {
    if (kindOfStoreError(error) === 'transient') throw error
    world.log(`run ${runId} cannot be taken up here: ${String(error)}`)
    return null
  }

  const polling = startPolling({
    after: clock.after,
    busyMs: pollIdleMs,
    idleMs: tuning.eagerLookMs,
    async work() {
      const found = await store.eagerRuns(engine)
      const stillUntouched = new Set(found.map(({ runId }) => runId))
      for (const [runId, at] of seen) {
        if (clock.monotonic() - at > eagerHintMs && !stillUntouched.has(runId)) seen.delete(runId)
      }
      await Promise.all(found.map(take))
      return pollIdleMs + eagerLookMsPerRun * world.held()
    },
    onError: (error) => world.log(`eager runs cannot be looked for: ${String(error)}`),
  })

  return {
    hear({ engineId, runId, events }) {
      if (engineId !== engine.id || stopped) return
      reach('eager.heard')
      const at = firstAt(events)
      // After so long, the run may have been taken up and forgotten; the poll finds it if it was not.
      if (at === null || clock.now() - at > eagerHintMs) return
      void take({ runId, snapshot: null, log: `[${events}]`, mail: [], mailSeq: 0, handedBack: false })
    },
    poke: polling.poke,
    async stop() {
      stopped = true
      await polling.stop()
    },
  }
}

/** Time of the first event; null for an invalid hint, since any client of the database can send one. */
function firstAt(events: string): number | null {
  try {
    const [first] = JSON.parse(events) as readonly { readonly at?: unknown }[]
    return typeof first?.at === 'number' ? first.at : null
  } catch {
    return null
  }
}
