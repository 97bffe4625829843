import type { RunEvent } from '#core/run/event.ts'
import type { StepState } from '#core/run/step-state.ts'

/** The start of the visit that a step is in after event `seq`; null where the history does not have it. */
export function startOfVisit(
  events: readonly RunEvent[],
  step: StepState | undefined,
  name: string,
  seq: number,
): number | null {
  if (step === undefined) return null
  let at: number | null = null
  // The search starts at the end: the visit began not long before.
  for (let index = Math.min(seq, events.length) - 1; index >= 0; index -= 1) {
    const event = events[index] as RunEvent
    if (event.type !== 'workflow.node.started' || event.step !== name || event.iteration !== step.iteration) continue
    at = event.at
    if (event.attempt <= step.attemptsBefore + 1) break
  }
  return at
}
