import type { EventOf, RunEvent } from '#core/run/event.ts'

/** Whether a run fails with this event: by its last word, or because one of its steps failed and the rest was cancelled. */
export function isFailure(event: RunEvent): event is EventOf<'workflow.run.failed' | 'workflow.run.cancelled'> {
  return (
    event.type === 'workflow.run.failed' ||
    (event.type === 'workflow.run.cancelled' && event.payload.cause === 'fail_fast')
  )
}
