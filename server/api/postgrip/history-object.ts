import type { Json, JsonObject } from '#core/json.ts'
import { numberOf } from '#core/run/code/command-names.ts'
import type { RunEvent } from '#core/run/event.ts'
import { isoOf, messageArgsOf, type RunLog, workflowIdOf } from './run-log.ts'
import { commandId } from './task-id.ts'

/** An event of a history, as PostGrip's agents replay it. */
export interface HistoryObject {
  readonly id: string
  readonly workflow_id: string
  readonly task_id?: string
  readonly type: string
  readonly attributes: JsonObject
  readonly created_at: string
}

type Fact = Pick<HistoryObject, 'type' | 'attributes' | 'task_id'>

/** The history of a run, with the updates that have ended and are not recorded yet. */
export function historyObjects(log: RunLog): readonly HistoryObject[] {
  const { header, events, endedUpdates } = log
  const asked = new Map<string, { readonly update_name: string; readonly args: readonly Json[] }>()
  const workflow_id = workflowIdOf(header)
  const objects = events.flatMap((event) => {
    if (event.type === 'workflow.update.requested') {
      const { update_id, name, args } = event.payload
      asked.set(update_id, { update_name: name, args: messageArgsOf(args) })
    }
    return factsOf(log, event, asked).map((fact, index) => ({
      id: `${header.run_id}:${event.seq}${index === 0 ? '' : `.${index}`}`,
      workflow_id,
      ...fact,
      created_at: isoOf(event.at),
    }))
  })
  const ended = endedUpdates.flatMap(({ id, error }) => {
    const update = asked.get(id)
    if (error !== undefined || update === undefined) return []
    const fact = { type: 'WorkflowUpdateCompleted', attributes: { update_id: id, ...update } }
    return [{ id: `${header.run_id}:u:${id}`, workflow_id, ...fact, created_at: isoOf(events.at(-1)?.at ?? 0) }]
  })
  return [...objects, ...ended]
}

function factsOf(
  { header: { run_id }, commands }: RunLog,
  event: RunEvent,
  updates: ReadonlyMap<string, JsonObject>,
): readonly Fact[] {
  switch (event.type) {
    case 'workflow.node.started': {
      const { command } = event.payload
      if (!command) return []
      const task_id = commandId(run_id, command.n, event.attempt)
      if (command.kind === 'timer') {
        return event.attempt === 1
          ? [{ type: 'TimerStarted', task_id, attributes: { duration_ms: command.duration_ms ?? 0 } }]
          : []
      }
      if (command.kind !== 'activity') return []
      const scheduled = { type: 'ActivityTaskScheduled', task_id, attributes: { activity_type: command.name } }
      if (event.attempt === 1) return [scheduled]
      const previous_task = commandId(run_id, command.n, event.attempt - 1)
      return [{ type: 'ActivityTaskRetryScheduled', task_id, attributes: { previous_task } }, scheduled]
    }
    case 'workflow.node.completed':
    case 'workflow.node.skipped': {
      const command = commands.get(numberOf(event.step))
      const task_id = commandId(run_id, numberOf(event.step), command?.attempts.length)
      if (command?.kind === 'timer' && event.type === 'workflow.node.completed') {
        return [{ type: 'TimerFired', task_id: commandId(run_id, command.n), attributes: {} }]
      }
      if (command?.kind !== 'activity' || event.type === 'workflow.node.completed') return []
      return [{ type: 'ActivityTaskCanceled', task_id, attributes: { reason: 'activity cancellation requested' } }]
    }
    case 'workflow.child.spawned': {
      const { child_run_id, workflow } = event.payload
      const attributes = { child_workflow_id: child_run_id, child_run_id, workflow_type: workflow }
      return [{ type: 'ChildWorkflowExecutionStarted', task_id: child_run_id, attributes }]
    }
    case 'workflow.signal.received': {
      const { signal, data } = event.payload
      return [{ type: 'WorkflowSignaled', attributes: { signal_name: signal, args: messageArgsOf(data) } }]
    }
    case 'workflow.update.completed':
      return [{ type: 'WorkflowUpdateCompleted', attributes: updates.get(event.payload.update_id) ?? {} }]
    case 'workflow.run.cancel_requested': {
      const { reason } = event.payload
      return [{ type: 'WorkflowCancellationRequested', attributes: reason === undefined ? {} : { reason } }]
    }
    default:
      return []
  }
}
