import { mayDecide } from '#core/people/entitlement.ts'
import { type Actor, isManager } from '#server/access/actor.ts'
import { whyNotYours } from '#server/access/entitlement.ts'
import type { TaskRow } from './task-row.ts'

export const taskActions = ['decide', 'claim', 'release', 'assign', 'delegate', 'follow_up', 'comment'] as const
export type TaskAction = (typeof taskActions)[number]

/** The columns of a task that decide about actions. */
export type JudgedTask = Pick<
  TaskRow,
  | 'status'
  | 'assignees'
  | 'groups'
  | 'excluded'
  | 'escalated_to'
  | 'delegates'
  | 'held_by'
  | 'held_by_name'
  | 'approvals'
  | 'approvals_required'
>

/** The reason why the actor may not perform the action on the task now; null when they may. */
export function reasonAgainst(action: TaskAction, actor: Actor, task: JudgedTask): string | null {
  if (action === 'comment') return null
  if (task.status !== 'open') return 'The task is closed.'
  return reasons[action](actor, task)
}

/** Whether the actor may perform the action on this task once the task is in a suitable state. */
export function mayEver(action: TaskAction, actor: Actor, task: JudgedTask): boolean {
  if (action === 'assign') return isManager(actor)
  if (action === 'release' || action === 'follow_up') return isManager(actor) || mayDecide(actor, task)
  return mayDecide(actor, task)
}

export function allowedActions(actor: Actor, task: JudgedTask): readonly TaskAction[] {
  return taskActions.filter((action) => reasonAgainst(action, actor, task) === null)
}

const reasons: Record<Exclude<TaskAction, 'comment'>, (actor: Actor, task: JudgedTask) => string | null> = {
  decide: (actor, task) => whyNotYours(actor, task) ?? approvedAlready(actor, task) ?? heldByAnother(actor, task),
  claim: (actor, task) => {
    if (task.approvals_required > 1) return 'Several people decide this task: nobody holds it alone.'
    if (task.held_by === actor.id) return 'You hold it already.'
    return whyNotYours(actor, task) ?? heldByAnother(actor, task)
  },
  release: (actor, task) => {
    if (task.held_by === null) return 'Nobody holds it.'
    return task.held_by === actor.id || isManager(actor) ? null : heldByAnother(actor, task)
  },
  assign: (actor) => (isManager(actor) ? null : 'Only managers assign tasks. Delegate it instead, if it is yours.'),
  delegate: (actor, task) => whyNotYours(actor, task) ?? approvedAlready(actor, task) ?? heldByAnother(actor, task),
  follow_up: (actor, task) => (isManager(actor) ? null : whyNotYours(actor, task)),
}

function heldByAnother(actor: Actor, { held_by, held_by_name }: JudgedTask): string | null {
  return held_by === null || held_by === actor.id ? null : `${held_by_name ?? held_by} holds it.`
}

/** The error of a second approval by one person: each person counts once. */
function approvedAlready(actor: Actor, { approvals, approvals_required }: JudgedTask): string | null {
  if (!approvals?.some(({ by }) => by === actor.id)) return null
  const missing = approvals_required - approvals.length
  return `You have approved it; ${missing} more ${missing === 1 ? 'person has' : 'people have'} to.`
}
