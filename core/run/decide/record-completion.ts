import type { Step } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import type { StepState } from '../step-state.ts'
import type { Change, RunError } from '../words.ts'
import type { Decision } from './decision.ts'
import { inject } from './inject.ts'

export interface Finish {
  readonly output: Json
  /** Status and headers of the answer to a request, beside its body. */
  readonly http?: Json
  /** Changes to `state`, where they are not simply the result. */
  readonly changes?: readonly Change[]
  readonly route?: number
  readonly jump?: string
  /** The output was pinned, and the step did not run. */
  readonly pinned?: true
  /** Ids of the people who decided, where they are not those who were asked. */
  readonly decidedBy?: readonly string[]
}

/** The only place that emits `node.completed`. */
export function recordCompletion(
  decision: Decision,
  step: Step,
  {
    output,
    http,
    changes = [],
    route,
    jump,
    pinned,
    decidedBy,
    ignoredError,
  }: Finish & { readonly ignoredError?: RunError },
): void {
  const { iteration, attempt } = decision.nextState.steps[step.name] as StepState
  const undoable =
    decision.nextState.header.saga && step.compensate_function !== undefined && ignoredError === undefined
  decision.emit({
    type: 'workflow.node.completed',
    step: step.name,
    iteration,
    attempt,
    payload: {
      output,
      ...(http !== undefined && { http }),
      ...(changes.length > 0 && { changes }),
      ...(route !== undefined && { route }),
      ...(jump !== undefined && { jump }),
      ...(undoable && { undoable }),
      ...(ignoredError !== undefined && { ignored_error: ignoredError }),
      ...(pinned !== undefined && { pinned }),
      ...(decidedBy !== undefined && { decided_by: decidedBy }),
    },
  })
  if (jump === undefined && ignoredError === undefined) inject(decision, step, iteration)
  if (decision.isManual && step.automate_next) decision.allowance += 1
}
