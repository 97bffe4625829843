import { discoveryName } from '#core/definition/names.ts'
import type { AttemptOutcome, Command } from '#core/run/command.ts'
import type { AttemptEffect } from '../commit/build-append.ts'
import { callOf, reach, reachCall } from '../crash-points.ts'
import type { Executor, ExecutorEvents } from '../ports.ts'
import { traceparentOf } from '../span-ids.ts'
import type { ActiveRun } from './active-run.ts'
import { createSelfCompactingMap } from './self-compacting-map.ts'

/** The least interval between two recorded reports of progress of an attempt; reports in between are skipped. */
const PROGRESS_EVERY_MS = 500

/** The attempts that are with the executor, each with its run. Their outcomes come back as commands to the runs. */
export interface Attempts extends ExecutorEvents {
  start(run: ActiveRun, effect: AttemptEffect, interruptions: number): void
  cancel(run: ActiveRun, effect: AttemptEffect): void
  cancelAll(): void
  readonly count: number
}

interface Under {
  readonly run: ActiveRun
  readonly effect: AttemptEffect
  progressAt: number
}

/** `hasTraces`: spans of all runs are exported, and not only runs with a caller's trace name theirs in requests. */
export function createAttempts(
  executor: Pick<Executor, 'start' | 'cancel'>,
  monotonic: () => number,
  deliver: (run: ActiveRun, command: Command) => void,
  hasTraces = false,
): Attempts {
  const under = createSelfCompactingMap<string, Under>()
  const idOf = (run: ActiveRun, effect: AttemptEffect) => `${run.runId} ${effect.id}`

  return {
    get count() {
      return under.size
    },
    start(run, effect, interruptions) {
      const id = idOf(run, effect)
      if (!under.has(id)) run.calls += 1
      under.set(id, { run, effect, progressAt: Number.NEGATIVE_INFINITY })
      reachCall(callOf(effect), 'starting')
      const { workflow, owner_id: ownerId, traceparent: caller } = run.state.header
      const offloaded = run.offloaded.isEmpty ? {} : { offloaded: run.offloaded }
      const isTraced = 'http' in effect && (hasTraces || caller !== undefined)
      const traced = isTraced ? { traceparent: traceparentOf(run.state.header, effect) } : {}
      executor.start({ ...effect, id, runId: run.runId, ownerId, workflow, interruptions, ...traced, ...offloaded })
      if (effect.step === discoveryName) reach('discover.sent')
    },
    cancel(run, effect) {
      const id = idOf(run, effect)
      if (!under.delete(id)) return
      run.calls -= 1
      executor.cancel(id)
    },
    cancelAll() {
      for (const [id, { run }] of under.entries()) {
        run.calls = 0
        executor.cancel(id)
      }
      under.clear()
    },
    onOutcome(id, outcome) {
      const found = under.get(id)
      if (!found) return
      under.delete(id)
      found.run.calls -= 1
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
