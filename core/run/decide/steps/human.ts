import type { HumanStep, Step } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import type { Change } from '../../words.ts'
import type { Decision } from '../decision.ts'
import { failStep } from '../failure/fail-step.ts'
import { type RenderedTask, renderTask } from '../human/render-task.ts'
import { setAlarm } from '../human/set-alarm.ts'
import { render, scopeOf } from '../text/expressions.ts'
import { startCall } from './call.ts'
import { recordStart, setTimeoutTimer, type Visit } from './visit.ts'

/** Opens a task, rendered and pinned now. An answered step whose function failed calls the function again instead. */
export function startHuman(decision: Decision, step: HumanStep, visit: Visit): void {
  if (visit.again?.answer !== undefined) {
    startCall(decision, step, visit)
    return
  }
  const args =
    step.function === undefined || step.with === undefined
      ? null
      : render(decision, step.with, scopeOf(decision, step.name))
  recordStart(decision, step, visit, args?.ok ? { with: args.value } : {})
  if (args?.ok === false) {
    failStep(decision, step, args.failure)
    return
  }
  const asked = renderTask(decision, step)
  if (!asked.ok) {
    failStep(decision, step, asked.failure)
    return
  }
  openTask(decision, step, visit, asked.value)
  setAlarm(decision, step.name)
  setTimeoutTimer(decision, step, visit)
}

/** Opens a task, for a HUMAN step or for a function that paused with a result. */
export function openTask(
  decision: Decision,
  step: Step,
  visit: Visit & { readonly item?: number },
  asked: Pick<RenderedTask, 'title'> &
    Partial<RenderedTask> & { readonly result?: Json; readonly changes?: readonly Change[] },
): void {
  decision.emit({
    type: 'workflow.human_task.opened',
    step: step.name,
    iteration: visit.iteration,
    ...(visit.item !== undefined && { item: visit.item }),
    payload: { task_id: decision.context.newId(), assignees: [], groups: [], excluded: [], ...asked },
  })
}
