import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { decide } from '../decide.ts'
import { locksOf } from '../envelope/locks-of.ts'
import { fold } from '../evolve.ts'
import { plan } from '../plan/plan.ts'
import type { RunState } from '../state.ts'
import { currentSteps } from '../views/open-work.ts'
import { runError } from '../views/status.ts'
import { viewsOf } from '../views/view-table.ts'
import { humanWaits } from '../views/waits.ts'
import type { Decider, DeciderViews } from './decider.ts'

/** The decider of a definition made of steps. It is made once per definition, and allocates nothing per decision. */
export function stepsDecider(executable: ExecutableDefinition): Decider {
  return {
    decide: (state, command, context) => decide(executable, state, command, context),
    evolve: fold,
    plan: (state) => plan(executable, state),
    locks: (state) => locksOf(executable, state),
    views: stepsViews,
  }
}

export const stepsViews: DeciderViews = {
  of: viewsOf,
  currentSteps,
  humanWaits,
  error: runError,
  areSame: isPlainProgress,
}

/**
 * Plain progress of a run that calls functions here and goes on calling them changes no view. True for most decisions.
 */
function isPlainProgress(before: RunState, after: RunState): boolean {
  return (
    isCalling(before) &&
    isCalling(after) &&
    before.phase === after.phase &&
    before.hold === after.hold &&
    before.startedAt === after.startedAt &&
    before.envelope === after.envelope
  )
}

function isCalling({ outcome, rollback, open, steps, children }: RunState): boolean {
  if (outcome !== null || rollback !== null || open.length === 0) return false
  for (const _ in children) return false
  return open.every((name) => {
    const step = steps[name]
    return step?.status === 'running' && step.queue === undefined
  })
}
