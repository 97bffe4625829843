import { isolateText } from '#core/definition/escape-invisible.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { StepState } from '#core/run/step-state.ts'

/**
 * The title of the task that the visit of a step opened, with its values, as far as event `seq`; null where the visit
 * has not opened any.
 */
export function taskTitle(
  events: readonly RunEvent[],
  step: StepState | undefined,
  name: string,
  seq: number,
): string | null {
  if (step === undefined) return null
  // The search starts at the end: the visit began not long before.
  for (let index = Math.min(seq, events.length) - 1; index >= 0; index -= 1) {
    const event = events[index] as RunEvent
    if (!('step' in event) || event.step !== name || event.iteration !== step.iteration) continue
    if (event.type === 'workflow.human_task.opened') return isolateText(event.payload.title)
    if (event.type === 'workflow.node.started' && event.attempt <= step.attemptsBefore + 1) return null
  }
  return null
}
