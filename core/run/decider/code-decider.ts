import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { decideCode } from '../code/decide/decide-code.ts'
import { planCode } from '../code/plan-code.ts'
import { fold } from '../evolve.ts'
import { currentSteps } from '../views/open-work.ts'
import { runError } from '../views/status.ts'
import { viewsOf } from '../views/view-table.ts'
import { humanWaits } from '../views/waits.ts'
import type { Decider } from './decider.ts'

/** The decider of a workflow that is code. `executable`: the definition without steps. */
export function codeDecider(executable: ExecutableDefinition): Decider {
  return {
    decide: (state, command, context) => decideCode(executable, state, command, context),
    evolve: fold,
    plan: (state) => planCode(executable.definition, state),
    locks: () => ({ request: null, holds: 'none', watches: [] }),
    views: { of: viewsOf, currentSteps, humanWaits, error: runError, areSame: () => false },
  }
}
