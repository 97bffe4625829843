import { reach } from '../crash-points.ts'
import type { Definitions } from '../definitions.ts'
import type { ActiveRun } from '../ownership/active-run.ts'
import { takeGiven } from '../ownership/take-runs.ts'
import { startPolling } from '../polling.ts'
import type { Clock, EngineIdentity, GivenHint, LoadedRun, Store } from '../ports.ts'
import { kindOfStoreError } from '../store-error.ts'
import { tuning } from '../tuning.ts'

/**
 * Runs that are given to this engine at their start: their first row says so,
 * with their first calls, and a hint brings it here at once. What the hints miss is found by
 * looking for runs of this engine of which nothing has been written since.
 *
 * A run is given once in its life and so taken up here once: what has been
 * taken up is remembered for longer than a hint may be late.
 */
export interface GivenRuns {
  hear(hint: GivenHint): void
  stop(): Promise<void>
}

export interface GivenRunsWorld {
  readonly engine: EngineIdentity
  readonly clock: Clock
  readonly store: Pick<Store, 'given' | 'handBack'>
  readonly definitions: Definitions
  /** How many runs are held. */
  readonly held: () => number
  /** Whether there is room for a run of this owner, by the rules of a claim. */
  hasRoom(ownerId: string): boolean
  adopt(run: ActiveRun): void
  log(line: string): void
}

export function startGivenRuns(world: GivenRunsWorld): GivenRuns {
  const { engine, clock, store } = world
  const { givenHintMs, givenLookMsPerRun, pollIdleMs } = tuning
  /** When each was taken up. */
  const seen = new Map<string, number>()
  let stopped = false

  const take = async (loaded: LoadedRun): Promise<void> => {
    const { runId } = loaded
    if (stopped || seen.has(runId)) return
    seen.set(runId, clock.monotonic())
    try {
      const run = await takeGiven(loaded, world).catch((error: unknown) => unreadable(runId, error))
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
    idleMs: tuning.givenLookMs,
    async work() {
      const found = await store.given(engine)
      const stillGiven = new Set(found.map(({ runId }) => runId))
      for (const [runId, at] of seen) {
        if (clock.monotonic() - at > givenHintMs && !stillGiven.has(runId)) seen.delete(runId)
      }
      await Promise.all(found.map(take))
      return pollIdleMs + givenLookMsPerRun * world.held()
    },
    onError: (error) => world.log(`given runs cannot be looked for: ${String(error)}`),
  })

  return {
    hear({ engineId, runId, events }) {
      if (engineId !== engine.id || stopped) return
      reach('given.heard')
      const at = firstAt(events)
      // So late that it may have been taken up and forgotten: the look knows.
      if (at === null || clock.now() - at > givenHintMs) return
      void take({ runId, snapshot: null, log: `[${events}]`, mail: [], mailSeq: 0, handedBack: false })
    },
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
