import type { Effect } from '#core/run/effect.ts'
import type { EventOf, RunEvent } from '#core/run/event.ts'
import { type RunState, stepState } from '#core/run/state.ts'
import { type Approval, isOpen } from '#core/run/step-state.ts'
import type { AppendRows, TaskApproval, TaskChanged, TaskClosed, TaskOpened } from './append.ts'

type Change = EventOf<'workflow.human_task.approved' | 'workflow.human_task.reminded' | 'workflow.human_task.escalated'>

/** The row of a new task, for lists of tasks. */
export function taskOpened(state: RunState, effect: Extract<Effect, { kind: 'human_task' }>): TaskOpened {
  const { owner_id, root_run_id, workflow, version, actor } = state.header
  return {
    ownerId: owner_id,
    rootRunId: root_run_id,
    workflow,
    version,
    step: effect.step,
    iteration: effect.iteration,
    openedAt: state.at,
    requestedBy: actor.id,
    task: effect.task,
  }
}

/** Approvals, reminders and escalations of tasks that stay open. */
export function taskChanges(after: RunState, events: readonly RunEvent[]): Pick<AppendRows, 'tasksChanged'> {
  const changed = new Map<string, TaskChanged>()
  for (const event of events) {
    if (!isChange(event)) continue
    const { task_id: taskId } = event.payload
    const step = stepState(after, event.step)
    if (!isOpen(step) || step.status !== 'waiting_person' || step.task.task_id !== taskId) continue
    const before = changed.get(taskId)
    const { approvals = [], reminded = 0, escalatedTo = null } = step
    changed.set(taskId, {
      taskId,
      approvals: approvals.map(approvalRow),
      reminders: reminded,
      remindedAt: event.type === 'workflow.human_task.reminded' ? event.at : (before?.remindedAt ?? null),
      escalatedTo,
      escalatedAt: event.type === 'workflow.human_task.escalated' ? event.at : (before?.escalatedAt ?? null),
    })
  }
  return changed.size === 0 ? {} : { tasksChanged: [...changed.values()] }
}

function isChange(event: RunEvent): event is Change {
  return (
    event.type === 'workflow.human_task.approved' ||
    event.type === 'workflow.human_task.reminded' ||
    event.type === 'workflow.human_task.escalated'
  )
}

/** The row of a task that is no longer owed: decided in this batch, or closed without a decision. */
export function taskClosed(taskId: string, before: RunState, after: RunState, events: readonly RunEvent[]): TaskClosed {
  for (const event of events) {
    if (event.type !== 'workflow.human_task.decided' || event.payload.task_id !== taskId) continue
    const { actor, input } = event.payload
    const approvals = [...approvalsBefore(before, event.step, taskId), ...approvalsIn(events, taskId)]
    return {
      taskId,
      closedAt: event.at,
      decision: {
        by: actor.id,
        name: actor.name ?? null,
        input,
        ...(approvals.length > 0 && { approvals: approvals.map(approvalRow) }),
      },
    }
  }
  return { taskId, closedAt: after.at }
}

function approvalsBefore(state: RunState, name: string, taskId: string): readonly Approval[] {
  const step = stepState(state, name)
  return step?.status === 'waiting_person' && step.task.task_id === taskId ? (step.approvals ?? []) : []
}

function approvalsIn(events: readonly RunEvent[], taskId: string): readonly Approval[] {
  return events.flatMap((event) =>
    event.type === 'workflow.human_task.approved' && event.payload.task_id === taskId
      ? [{ actor: event.payload.actor, input: event.payload.input, at: event.at }]
      : [],
  )
}

function approvalRow({ actor, at }: Approval): TaskApproval {
  return { by: actor.id, ...(actor.name !== undefined && { name: actor.name }), at }
}
