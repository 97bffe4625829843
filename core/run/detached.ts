import type { Effect } from './effect.ts'
import type { RunEvent } from './event.ts'

type ChildEffect = Extract<Effect, { kind: 'child' }>

/**
 * Runs that a batch of events starts and that nobody waits for. They are owed
 * once, in the flush of that batch, and so are no part of a run's plan.
 */
export function detachedChildren(events: readonly RunEvent[]): readonly ChildEffect[] {
  return events.flatMap((event): readonly ChildEffect[] => {
    if (event.type !== 'workflow.child.spawned' || !event.payload.detached) return []
    const { step, iteration, payload } = event
    const { child_run_id: id, workflow, input } = payload
    return [{ kind: 'child', id, step, iteration, workflow, input, onParentClose: 'abandon', detached: true }]
  })
}
