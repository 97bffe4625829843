import type { HumanStep, Step } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import type { Change } from '../../event.ts'
import type { Decision } from '../decision.ts'
import { render, scopeOf } from '../expressions.ts'
import { failStep } from '../fail-step.ts'
import { startCall } from './call.ts'
import { recordStart, setTimeoutTimer, type Visit } from './visit.ts'

/** Opens a task: what is asked is rendered and pinned now. A failed function of an answered step is called again instead. */
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
  const title = render(decision, step.title ?? titleOf(step), scopeOf(decision, step.name))
  if (!title.ok) {
    failStep(decision, step, title.failure)
    return
  }
  openTask(decision, step, visit, { title: written(title.value) })
  setTimeoutTimer(decision, step, visit)
}

/** A person is asked, by a HUMAN step or by a function that paused with a result. */
export function openTask(
  decision: Decision,
  step: Step,
  visit: Visit & { readonly item?: number },
  asked: { readonly title: string; readonly result?: Json; readonly changes?: readonly Change[] },
): void {
  const human = step.type === 'HUMAN' ? step : undefined
  decision.emit({
    type: 'workflow.human_task.opened',
    step: step.name,
    iteration: visit.iteration,
    ...(visit.item !== undefined && { item: visit.item }),
    payload: {
      task_id: decision.context.newId(),
      ...asked,
      ...(human?.form !== undefined && { form: human.form }),
      assignees: human?.assignees ?? [],
      groups: human?.groups ?? [],
      excluded: human?.excluded ?? [],
      ...(human?.due_in_seconds !== undefined && {
        due_at: decision.now + Math.round(human.due_in_seconds * 1_000),
      }),
    },
  })
}

/** A step without a title is asked about by its name. */
export function titleOf(step: Step): string {
  return step.name.replaceAll('_', ' ')
}

function written(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
