import type { AttemptOutcome, Command } from '#core/run/command.ts'
import type { AttemptEffect } from '../commit/build-append.ts'
import { callOf, reachCall } from '../crash-points.ts'
import type { Executor, ExecutorEvents } from '../ports.ts'
import { createChurnMap } from './churn-map.ts'
import type { OwnedRun } from './owned-run.ts'

/** What functions say about themselves is recorded at most this often per attempt; the rest is skipped. */
const PROGRESS_EVERY_MS = 500

/**
 * The attempts that are with the executor, and whose they are. Their outcomes
 * come back as commands to their runs.
 */
export interface Attempts extends ExecutorEvents {
  start(run: OwnedRun, effect: AttemptEffect, interruptions: number): void
  cancel(run: OwnedRun, effect: AttemptEffect): void
  cancelAll(): void
  readonly count: number
}

interface Under {
  readonly run: OwnedRun
  readonly effect: AttemptEffect
  progressAt: number
}

export function createAttempts(
  executor: Pick<Executor, 'start' | 'cancel'>,
  monotonic: () => number,
  deliver: (run: OwnedRun, command: Command) => void,
): Attempts {
  const under = createChurnMap<string, Under>()
  const idOf = (run: OwnedRun, effect: AttemptEffect) => `${run.runId} ${effect.id}`

  return {
    get count() {
      return under.size
    },
    start(run, effect, interruptions) {
      const id = idOf(run, effect)
      under.set(id, { run, effect, progressAt: Number.NEGATIVE_INFINITY })
      reachCall(callOf(effect), 'starting')
      const { workflow, owner_id: ownerId } = run.state.header
      const kept = run.kept.isEmpty ? {} : { kept: run.kept }
      executor.start({ ...effect, id, runId: run.runId, ownerId, workflow, interruptions, ...kept })
    },
    cancel(run, effect) {
      const id = idOf(run, effect)
      if (under.delete(id)) executor.cancel(id)
    },
    cancelAll() {
      for (const id of under.keys()) executor.cancel(id)
      under.clear()
    },
    onOutcome(id, outcome) {
      const found = under.get(id)
      if (!found) return
      under.delete(id)
      reachCall(callOf(found.effect), 'ended')
      deliver(found.run, attemptEnded(found.effect, outcome))
    },
    onProgress(id, progress) {
      const found = under.get(id)
      if (
        !found ||
        found.effect.undo ||
        found.effect.item !== undefined ||
        (progress.fraction === undefined && progress.note === undefined) ||
        monotonic() - found.progressAt < PROGRESS_EVERY_MS
      )
        return
      found.progressAt = monotonic()
      const { step, iteration, attempt } = found.effect
      deliver(found.run, { type: 'progress', step, iteration, attempt, ...progress })
    },
  }
}

export function attemptEnded(effect: AttemptEffect, outcome: AttemptOutcome): Command {
  const { step, iteration, attempt, item, undo } = effect
  const part = item === undefined ? {} : { item }
  return { type: 'attempt_ended', step, iteration, attempt, ...part, ...(undo && { undo }), outcome }
}
