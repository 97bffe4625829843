import type { Effect } from './effect.ts'
import type { RunEvent } from './event.ts'

type ChildEffect = Extract<Effect, { kind: 'child' }>

/**
 * Runs that a batch of events starts and that nobody waits for: detached ones, and those that go on without their parent
 * where that has ended or turned back in the same batch. They are owed once, in the flush of that batch, and so are no part
 * of a run's plan. `awaited`: those that are.
 */
export function childrenOnTheirOwn(
  events: readonly RunEvent[],
  awaited: { has(runId: string): boolean },
): readonly ChildEffect[] {
  return events.flatMap((event): readonly ChildEffect[] => {
    if (event.type !== 'workflow.child.spawned') return []
    const { step, iteration, payload } = event
    const { child_run_id: id, workflow, input, detached, abandon } = payload
    const isLeft = abandon && !awaited.has(id) && !hasEnded(events, id)
    if (!detached && !isLeft) return []
    const onParentClose = 'abandon' as const
    return [{ kind: 'child', id, step, iteration, workflow, input, onParentClose, ...(detached && { detached }) }]
  })
}

/** It was given up before it was made. */
function hasEnded(events: readonly RunEvent[], runId: string): boolean {
  return events.some((event) => event.type === 'workflow.child.ended' && event.payload.child_run_id === runId)
}
