import type { FireAndForgetStep } from '#core/definition/definition.ts'
import type { EventOf } from '../../event.ts'
import type { Decision } from '../decision.ts'
import { failStep } from '../failure/fail-step.ts'
import { finishStep } from '../finish-step.ts'
import { follow } from '../follow.ts'
import { render, scopeOf } from '../text/expressions.ts'
import { startCall } from './call.ts'
import { spawn } from './sub-workflow.ts'
import { recordStart, type Visit } from './visit.ts'

/**
 * Starts a detached run, which is not awaited and outlives this one; or calls a function, and the run goes on while the
 * call still executes.
 */
export function startFireAndForget(decision: Decision, step: FireAndForgetStep, visit: Visit): void {
  const { workflow_type: workflow } = step
  if (workflow === undefined) {
    startCall(decision, step, visit)
    follow(decision, step.name)
    return
  }
  recordStart(decision, step, visit)
  const input = render(decision, step.input ?? decision.nextState.header.input, scopeOf(decision, step.name))
  if (!input.ok) {
    failStep(decision, step, input.failure)
    return
  }
  const failure = spawn(decision, step, visit, { workflow, input: input.value, detached: true })
  if (failure !== null) {
    failStep(decision, step, failure)
    return
  }
  const { payload } = decision.events.at(-1) as EventOf<'workflow.child.spawned'>
  finishStep(decision, step, { output: { run_id: payload.child_run_id } })
}
