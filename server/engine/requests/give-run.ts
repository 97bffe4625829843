import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import type { NewRun } from '../commit/append.ts'
import { givenTo } from '../commit/given-run.ts'
import { type Beginning, newRunOf } from '../commit/new-run.ts'
import type { RunnableDefinition } from '../definitions.ts'
import type { Clock, EngineIdentity } from '../ports.ts'
import { hintOf, startGiven } from '../store/give.ts'
import type { Started } from '../store/start.ts'
import { ids } from '../world/ids.ts'

/**
 * A run that starts while nothing else does is given to an engine at once: one
 * transaction writes what a start and an engine's claim would write one after
 * the other, and a hint takes the run to the engine, which calls its first
 * functions. What stands against it, the transaction itself finds out (`store/give.ts`); then, and
 * whenever many start at once, runs go into the queue as always.
 */
export interface Giver {
  /** Null when it was not started, or nobody knows whether it was: it is to be started in the other way, under the same id. */
  give(
    begun: Beginning,
    context: Pick<NewRun, 'appendId' | 'idempotencyKey' | 'requestIdentity'> & { readonly now: number },
    definition: RunnableDefinition,
    onlyIf: 'latest' | 'offered',
  ): Promise<Started | null>
  /** Somebody to whom a run may be given, as far as was known then. */
  meet(engine: EngineIdentity | null): void
  readonly knowsEngine: boolean
}

export function createGiver(pool: Pool, clock: Clock): Giver {
  const { notifyEveryMs, givenAgainMs } = limits.engine
  let engine: EngineIdentity | null = null
  /** Hints are rare, as all are: what comes sooner goes into the queue. */
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
      const given = givenTo(engine, begun, definition.executable, { clock, ids })
      if (!given) return null
      const { engine: owner, currentSteps, startedAt, updatedAt } = given
      const run = { ...newRunOf(given, context), engine: owner, currentSteps, startedAt, updatedAt }
      const hint = hintOf(run)
      if (hint === null) return null
      quietUntil = now + notifyEveryMs
      const started = await startGiven(pool, run, hint, onlyIf).catch(() => false)
      if (started) return { runId: run.runId, status: run.status, created: true }
      quietUntil = now + givenAgainMs
      engine = null
      return null
    },
  }
}
