import type { Pool } from 'pg'
import type { NewRun } from '../commit/append.ts'
import { eagerBeginning } from '../commit/eager-run.ts'
import { type Beginning, newRunOf } from '../commit/new-run.ts'
import type { RunnableDefinition } from '../definitions.ts'
import type { Clock, EngineIdentity } from '../ports.ts'
import { eagerHintOf, startEagerly } from '../store/eager-start.ts'
import type { Started } from '../store/start.ts'
import { tuning } from '../tuning.ts'
import { ids } from '../world/ids.ts'

/**
 * A given run starts while no other run does, and belongs to an engine at once. One transaction writes the rows of a
 * start and of an engine's claim, and a hint takes the run to the engine, which calls its first functions. The
 * transaction itself checks the conditions (`store/eager-start.ts`). When they do not hold, and whenever many runs start at
 * once, runs go into the queue as usual.
 */
export interface EagerStarter {
  /**
   * Null when the run was not started, or the result is unknown: the caller starts the run through the queue, under its
   * id.
   */
  give(
    begun: Beginning,
    context: Pick<NewRun, 'appendId' | 'idempotencyKey' | 'requestIdentity'> & { readonly now: number },
    definition: RunnableDefinition,
    onlyIf: 'latest' | 'offered',
  ): Promise<Started | null>
  /** Sets the engine to which runs may be given, as read last; null for none. */
  meet(engine: EngineIdentity | null): void
  readonly knowsEngine: boolean
}

export function createEagerStarter(pool: Pool, clock: Clock): EagerStarter {
  const { notifyEveryMs, eagerRetryMs } = tuning
  let engine: EngineIdentity | null = null
  /** End of the pause between hints, which are limited like all hints: a start during the pause goes into the queue. */
  let quietUntil = Number.NEGATIVE_INFINITY

  return {
    get knowsEngine() {
      return engine !== null
    },
    meet(found) {
      engine = found
    },
    async give(begun, context, definition, onlyIf) {
      const now = clock.monotonic()
      if (!engine || now < quietUntil) return null
      const given = eagerBeginning(engine, begun, definition.decider, { clock, ids })
      if (!given) return null
      const { engine: owner, currentSteps, startedAt, updatedAt } = given
      const run = { ...newRunOf(given, context), engine: owner, currentSteps, startedAt, updatedAt }
      const hint = eagerHintOf(run)
      if (hint === null) return null
      quietUntil = now + notifyEveryMs
      const started = await startEagerly(pool, run, hint, onlyIf).catch(() => false)
      if (started) return { runId: run.runId, status: run.status, created: true }
      quietUntil = now + eagerRetryMs
      engine = null
      return null
    },
  }
}
