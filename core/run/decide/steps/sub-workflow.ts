import { cleanText } from '#core/clean-text.ts'
import type { Step, SubWorkflowStep } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { originOf } from '../../start/origin.ts'
import type { Decision } from '../decision.ts'
import { failStep } from '../failure/fail-step.ts'
import { type Failure, finalFailure } from '../failure/failure.ts'
import { render, scopeOf } from '../text/expressions.ts'
import { effectsOf, recordStart, setTimeoutTimer, type Visit } from './visit.ts'

export function startSubWorkflow(decision: Decision, step: SubWorkflowStep, visit: Visit): void {
  recordStart(decision, step, visit)
  const input = step.input === undefined ? null : render(decision, step.input, scopeOf(decision, step.name))
  if (input !== null && !input.ok) {
    failStep(decision, step, input.failure)
    return
  }
  const abandon = step.on_parent_close === 'abandon'
  const failure = spawn(decision, step, visit, {
    workflow: step.sub_workflow_type,
    input: input === null ? decision.nextState.header.input : input.value,
    ...(abandon && { abandon }),
  })
  if (failure === null) setTimeoutTimer(decision, step, visit)
  else failStep(decision, step, failure)
}

/**
 * Spawns a child run for a step or an item, by the definition or by a directive of the function. The parent waits for
 * the child, unless it is detached. Returns the failure if no child can be spawned.
 */
export function spawn(
  decision: Decision,
  step: Step,
  { iteration, item }: Pick<Visit, 'iteration'> & { readonly item?: number },
  child: { readonly workflow: string; readonly input: Json; readonly abandon?: true; readonly detached?: true },
): Failure | null {
  const { header } = decision.nextState
  if (header.depth >= limits.run.depth) {
    const chain = [...(header.ancestors ?? []), header.workflow, child.workflow].join(' > ')
    const message = `Sub-workflows are nested more than ${limits.run.depth} deep: ${chain}.`
    return finalFailure('DEPTH_EXCEEDED', message)
  }
  const { descendants } = decision.context
  if (descendants?.take() === false) {
    const message = `The run ${originOf(header)} already has ${descendants.most} runs below it, the maximum. Check whether ${cleanText(child.workflow)} starts itself endlessly, or divide the work among several runs.`
    return finalFailure('DESCENDANTS_LIMIT', message)
  }
  decision.emit({
    type: 'workflow.child.spawned',
    step: step.name,
    iteration,
    ...(item !== undefined && { item }),
    payload: {
      child_run_id: decision.context.newId(),
      ...child,
      workflow: cleanText(child.workflow),
      ...effectsOf(decision, step),
      ...(child.detached === undefined && { verdict_follows: true }),
    },
  })
  return null
}
