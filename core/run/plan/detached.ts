import type { Effect } from '../effect.ts'
import type { RunEvent } from '../event.ts'

type ChildEffect = Extract<Effect, { kind: 'child' }>

/**
 * Child runs that a batch of events starts and that are not awaited: detached ones, the successor of a run that
 * continues as new, and children that go on without a parent which ended or rolled back in the same batch. They are owed once, in the flush of that batch, and so are no
 * part of a run's plan. `awaited`: the children that are awaited.
 */
export function childrenOnTheirOwn(
  events: readonly RunEvent[],
  awaited: { has(runId: string): boolean },
): readonly ChildEffect[] {
  return events.flatMap((event): readonly ChildEffect[] => {
    if (event.type === 'workflow.run.continued_as_new') {
      const { new_run_id: id, workflow, input, signals: continues } = event.payload
      return [
        {
          kind: 'child',
          id,
          step: 'continueAsNew',
          iteration: 1,
          workflow,
          input,
          onParentClose: 'abandon',
          continues,
        },
      ]
    }
    if (event.type !== 'workflow.child.spawned') return []
    const { step, iteration, payload } = event
    const { child_run_id: id, workflow, input, detached, abandon } = payload
    const isLeft = abandon && !awaited.has(id) && !hasEnded(events, id)
    if (!detached && !isLeft) return []
    const onParentClose = 'abandon' as const
    return [{ kind: 'child', id, step, iteration, workflow, input, onParentClose, ...(detached && { detached }) }]
  })
}

/** Whether the child was given up before it was made. */
function hasEnded(events: readonly RunEvent[], runId: string): boolean {
  return events.some((event) => event.type === 'workflow.child.ended' && event.payload.child_run_id === runId)
}
