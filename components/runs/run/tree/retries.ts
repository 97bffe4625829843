import type { RunEvent } from '#core/run/event.ts'

/** One retry of a run: the attempt it began, its actor, and its first step. */
export interface Retry {
  readonly seq: number
  readonly at: number
  readonly attempt: number
  readonly by: string
  readonly fromStep: string | undefined
}

export function retriesIn(events: readonly RunEvent[]): readonly Retry[] {
  return events.flatMap((event) => {
    if (event.type !== 'workflow.run.retried') return []
    const { seq, at, payload } = event
    const { actor, run_attempt: attempt, from_step: fromStep } = payload
    return [{ seq, at, attempt, by: actor.name ?? actor.id, fromStep }]
  })
}
