import type { Decider } from '#core/run/decider/decider.ts'
import type { EngineIdentity } from '../ports.ts'
import type { NewRun } from './append.ts'
import { appendRows } from './append-rows.ts'
import { childEffects, comparePlans, hasAttempts, planOf } from './build-append.ts'
import { noChildStarts } from './child-starts.ts'
import { decideBatch } from './decide-batch.ts'
import { type Beginning, type NewRunContext, newRunOf } from './new-run.ts'
import { projectionOf } from './projection.ts'

/** An eager run has an owner from its first row on: that row has the ownership record and the run's first calls. */
export interface EagerRun extends NewRun {
  readonly engine: EngineIdentity
  readonly currentSteps: readonly string[]
  readonly startedAt: number
  readonly updatedAt: number
}

/**
 * An eager run of an engine: the beginning of a run, followed by the decision that the engine would make when it claims
 * the run from the queue. Null when the run does not begin with calls alone: an engine writes the rows for timers, human
 * tasks and child runs.
 */
export function eagerRun(
  engine: EngineIdentity,
  { events, state: before }: Beginning,
  decider: Decider,
  world: Parameters<typeof decideBatch>[3],
  context: NewRunContext,
): EagerRun | null {
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
    appendRows(decided, change, noChildStarts, { logged: 0, last: 0 }, JSON.stringify, decider.locks) === null
  const { startedAt, held, error, humanWait, endedAt } = projectionOf(after, decider.views)
  if (!isOnlyCalls || startedAt === null || held || error || humanWait || endedAt !== null) return null
  const run = newRunOf({ events: [...events, ...decided.events], state: after }, context)
  return { ...run, engine, currentSteps: decider.views.currentSteps(after), startedAt, updatedAt: after.at }
}
