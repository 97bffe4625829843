import type { RunEvent } from '#core/run/event.ts'
import { isFailure } from '../is-failure.ts'

/** The functions that an observers' module may export. */
export const hooks = [
  'on_workflow_started',
  'on_workflow_status_changed',
  'on_step_executed',
  'on_workflow_failed',
  'on_human_task',
] as const

const HUMAN_TASK = 'workflow.human_task.'

type Hook = (typeof hooks)[number]

export interface HookCall {
  readonly hook: Hook
  readonly runId: string
  readonly args: readonly unknown[]
}

/** A row of the log, with its run. */
export interface ObservedRow {
  readonly runId: string
  readonly workflow: string
  readonly ownerId: string
  /** JSON of the events. */
  readonly events: string
  /**
   * The events of the latest earlier row that sets the run's status; null when there is none. Left out where no hook
   * needs the former status.
   */
  readonly changedIn: string | null
}

/**
 * The hook calls for a row, in the order of its events. The last argument of each is the event's position in the
 * history.
 */
export function hookCallsOf(row: ObservedRow): readonly HookCall[] {
  const { runId, workflow, ownerId } = row
  let status = statusAfter(row.changedIn)
  return eventsOf(row.events).flatMap((event): readonly HookCall[] => {
    const about = {
      id: `${runId}/${event.seq}`,
      at: new Date(event.at).toISOString(),
      workflow,
      ownerId,
      ...('iteration' in event && { iteration: event.iteration }),
      ...('attempt' in event && { attempt: event.attempt }),
    }
    const call = (hook: Hook, ...args: readonly unknown[]): HookCall => ({ hook, runId, args: [runId, ...args, about] })
    if (event.type === 'workflow.run.created') return [call('on_workflow_started', workflow)]
    if (event.type === 'workflow.node.completed') return [call('on_step_executed', event.step, event.payload.output)]
    if (event.type.startsWith(HUMAN_TASK) && 'step' in event) {
      return [call('on_human_task', event.type.slice(HUMAN_TASK.length), { step: event.step, ...event.payload })]
    }
    const from = status
    status = statusSaidBy(event) ?? status
    const change = from === status ? [] : [call('on_workflow_status_changed', from, status)]
    return isFailure(event) ? [...change, call('on_workflow_failed', event.payload.error ?? null)] : change
  })
}

function statusAfter(events: string | null): string {
  const said = eventsOf(events ?? '[]').findLast((event) => statusSaidBy(event) !== null)
  return (said && statusSaidBy(said)) ?? 'ACTIVE'
}

/** The status that the event sets; null when the event sets none. */
function statusSaidBy(event: RunEvent): string | null {
  switch (event.type) {
    case 'workflow.run.status_changed':
      return event.payload.to
    case 'workflow.run.retried':
      return 'ACTIVE'
    case 'workflow.run.completed':
      return 'COMPLETED'
    case 'workflow.run.rolling_back':
    case 'workflow.run.failed':
    case 'workflow.run.cancelled':
      return event.payload.status
    default:
      return null
  }
}

function eventsOf(events: string): readonly RunEvent[] {
  return JSON.parse(events) as readonly RunEvent[]
}
