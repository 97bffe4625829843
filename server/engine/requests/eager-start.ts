import type { Pool } from 'pg'
import { eagerRun } from '../commit/eager-run.ts'
import type { Beginning, NewRunContext } from '../commit/new-run.ts'
import type { RunnableDefinition } from '../definitions.ts'
import type { Clock, EngineIdentity } from '../ports.ts'
import { eagerHintOf, startEagerly } from '../store/eager-start.ts'
import type { Started } from '../store/start.ts'
import { tuning } from '../tuning.ts'
import { ids } from '../world/ids.ts'
import type { EagerStartHints } from './hints.ts'

/**
 * Eager starts. A run that starts while no other run waits belongs to an engine at once: one transaction writes the rows
 * of a start and of an engine's claim, and a hint takes the run to the engine, which calls its first functions. The
 * transaction itself checks the conditions (`store/eager-start.ts`). When they do not hold, and whenever many runs start
 * at once, runs go into the queue.
 */
export interface EagerStarter {
  /**
   * Null when the run was not started, or the result is unknown: the caller starts the run through the queue, under its
   * id.
   */
  start(
    begun: Beginning,
    context: NewRunContext,
    definition: RunnableDefinition,
    onlyIf: 'latest' | 'offered',
  ): Promise<Started | null>
  /** Sets the engines for which runs may be started eagerly, as read last: starts go to them in turn. */
  meet(engines: readonly EngineIdentity[]): void
  readonly knowsEngine: boolean
  /** The engine whose turn it is, for a run that goes through an empty queue; null when none is known. */
  nextEngine(): EngineIdentity | null
}

export function createEagerStarter(pool: Pool, clock: Clock, hints: EagerStartHints): EagerStarter {
  const { notifyEveryMs, eagerRetryMs } = tuning
  let engines: readonly EngineIdentity[] = []
  let turn = 0
  /** End of the pause between hints, whose rate is bounded like that of all hints; until then, starts use the queue. */
  let quietUntil = Number.NEGATIVE_INFINITY

  return {
    get knowsEngine() {
      return engines.length > 0
    },
    meet(found) {
      engines = found
    },
    nextEngine() {
      const engine = engines[turn % engines.length]
      turn += 1
      return engine ?? null
    },
    async start(begun, context, definition, onlyIf) {
      const now = clock.monotonic()
      const { fan_out, regenerates } = begun.state.header
      // The statement of an eager start has no columns for these.
      if (fan_out !== undefined || regenerates !== undefined) return null
      const engine = engines[turn % engines.length]
      if (!engine || now < quietUntil) return null
      turn += 1
      const run = eagerRun(engine, begun, definition.decider, { clock, ids }, context)
      const hint = run && eagerHintOf(run)
      if (!run || hint === null) return null
      quietUntil = now + notifyEveryMs
      const channel = hints.channelFor(engine)
      const started = await startEagerly(pool, run, channel === null ? null : { channel, hint }, onlyIf).catch(
        () => false,
      )
      if (started) hints.send(engine, hint)
      if (started) return { runId: run.runId, status: run.status, created: true }
      quietUntil = now + eagerRetryMs
      engines = []
      return null
    },
  }
}
