import type { Decider } from '#core/run/decider.ts'
import type { EngineIdentity } from '../ports.ts'
import type { NewRun } from './append.ts'
import { appendRows } from './append-rows.ts'
import { childEffects, comparePlans, hasAttempts, planOf } from './build-append.ts'
import { noChildStarts } from './child-starts.ts'
import { decideBatch } from './decide-batch.ts'
import type { Beginning } from './new-run.ts'
import { projectionOf } from './projection.ts'

/** A run that is an engine's from its first row on: that row has the engine's ownership record and the run's first calls. */
export interface EagerRun extends NewRun {
  readonly engine: EngineIdentity
  readonly currentSteps: readonly string[]
  readonly startedAt: number
  readonly updatedAt: number
}

/**
 * The beginning of a run with what the engine would decide when it takes it
 * from the queue. Null when the run does not begin with calls and nothing else:
 * then an engine is to write what there is for clocks, people and other runs.
 */
export function eagerBeginning(
  engine: EngineIdentity,
  { events, state: before }: Beginning,
  decider: Decider,
  world: Parameters<typeof decideBatch>[3],
): (Beginning & Pick<EagerRun, 'engine' | 'currentSteps' | 'startedAt' | 'updatedAt'>) | null {
  const decided = decideBatch(
    decider,
    before,
    [{ command: { type: 'own', engine_id: engine.id, epoch: engine.epoch } }],
    world,
  )
  const { after } = decided
  const change = comparePlans(planOf(decider, before), planOf(decider, after))
  const isOnlyCalls =
    hasAttempts(change.after) &&
    childEffects(change, decided.events).length === 0 &&
    appendRows(decided, change, noChildStarts, { logged: 0, last: 0 }, JSON.stringify) === null
  const { startedAt, held, error, humanWait, endedAt } = projectionOf(after, decider.views)
  if (!isOnlyCalls || startedAt === null || held || error || humanWait || endedAt !== null) return null
  return {
    events: [...events, ...decided.events],
    state: after,
    engine,
    currentSteps: decider.views.currentSteps(after),
    startedAt,
    updatedAt: after.at,
  }
}
