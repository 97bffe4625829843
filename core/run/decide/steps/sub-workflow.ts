import type { Step, SubWorkflowStep } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { Decision } from '../decision.ts'
import { render, scopeOf } from '../expressions.ts'
import { failStep } from '../fail-step.ts'
import { finalFailure } from '../failure.ts'
import { effectsOf, recordStart, setTimeoutTimer, type Visit } from './visit.ts'

export function startSubWorkflow(decision: Decision, step: SubWorkflowStep, visit: Visit): void {
  recordStart(decision, step, visit)
  const input = step.input === undefined ? null : render(decision, step.input, scopeOf(decision))
  if (input !== null && !input.ok) {
    failStep(decision, step, input.failure)
    return
  }
  const abandon = step.on_parent_close === 'abandon'
  spawn(decision, step, visit, {
    workflow: step.sub_workflow_type,
    input: input === null ? decision.draft.header.input : input.value,
    ...(abandon && { abandon }),
  })
}

/** A child run, by a SUB_WORKFLOW step or by a function that asked for one; its step waits for it. */
export function spawn(
  decision: Decision,
  step: Step,
  visit: Visit,
  child: { readonly workflow: string; readonly input: Json; readonly abandon?: true },
): void {
  const { header } = decision.draft
  if (header.depth >= limits.run.depth) {
    const chain = [...(header.ancestors ?? []), header.workflow, child.workflow].join(' > ')
    const message = `Sub-workflows are nested more than ${limits.run.depth} deep: ${chain}.`
    failStep(decision, step, finalFailure('DEPTH_EXCEEDED', message))
    return
  }
  decision.emit({
    type: 'workflow.child.spawned',
    step: step.name,
    iteration: visit.iteration,
    payload: { child_run_id: decision.context.newId(), ...child, ...effectsOf(decision, step) },
  })
  if (step.type === 'SUB_WORKFLOW') setTimeoutTimer(decision, step, visit)
}
