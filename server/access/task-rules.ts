import { type Entitled, isExcluded, mayDecide } from '#core/people/entitlement.ts'
import { type Actor, hasPermission } from './actor.ts'
import type { Denial } from './verdict.ts'

export const taskActions = ['decide', 'claim', 'release', 'assign', 'delegate', 'follow_up', 'comment'] as const
export type TaskAction = (typeof taskActions)[number]

/** The columns of a human task that decide about actions on it. */
export interface Task extends Entitled {
  readonly status: 'open' | 'decided' | 'closed'
  readonly held_by: string | null
  readonly held_by_name: string | null
  readonly approvals: readonly { readonly by: string }[] | null
  readonly approvals_required: number
}

type TaskRules = { readonly [A in TaskAction as `task.${A}`]: (actor: Actor, task: Task) => Denial | null }

/**
 * The rules for human tasks. A refusal is `CONFLICT` where the actor may perform the action in another state of the
 * task, and `NOT_ENTITLED` where they may never.
 */
export const taskRules: TaskRules = {
  'task.decide': rule(mayDecide, (actor, task) => {
    return notEntitled(actor, task) ?? approvedAlready(actor, task) ?? heldByAnother(actor, task)
  }),
  'task.claim': rule(mayDecide, (actor, task) => {
    if (task.approvals_required > 1) return 'Several people decide this task, so it cannot be claimed.'
    if (task.held_by === actor.id) return 'You have already claimed it.'
    return notEntitled(actor, task) ?? heldByAnother(actor, task)
  }),
  'task.release': rule(isManagerOrEntitled, (actor, task) => {
    if (task.held_by === null) return 'It is not claimed.'
    return task.held_by === actor.id || isManager(actor) ? null : heldByAnother(actor, task)
  }),
  'task.assign': rule(isManager, (actor) =>
    isManager(actor) ? null : 'Only managers can assign tasks. Delegate it instead if it is yours.',
  ),
  'task.delegate': rule(mayDecide, (actor, task) => {
    return notEntitled(actor, task) ?? approvedAlready(actor, task) ?? heldByAnother(actor, task)
  }),
  'task.follow_up': rule(isManagerOrEntitled, (actor, task) => (isManager(actor) ? null : notEntitled(actor, task))),
  // Whatever has become of the task.
  'task.comment': () => null,
}

/** `mayEver`: whether the actor may perform the action in some state of the task. */
function rule(
  mayEver: (actor: Actor, task: Task) => boolean,
  reasonAgainst: (actor: Actor, task: Task) => string | null,
): (actor: Actor, task: Task) => Denial | null {
  return (actor, task) => {
    const reason = task.status === 'open' ? reasonAgainst(actor, task) : 'The task is closed.'
    return reason === null ? null : { code: mayEver(actor, task) ? 'CONFLICT' : 'NOT_ENTITLED', reason }
  }
}

/** A manager assigns tasks to other people and sees all tasks of the owner. */
function isManager(actor: Actor): boolean {
  return hasPermission(actor, 'task.manage')
}

function isManagerOrEntitled(actor: Actor, task: Task): boolean {
  return isManager(actor) || mayDecide(actor, task)
}

/** The reason why the actor may not decide the task, regardless of its holder. */
function notEntitled(actor: Actor, task: Entitled): string | null {
  if (mayDecide(actor, task)) return null
  return isExcluded(actor, task)
    ? 'You are excluded from deciding this task. Another person must decide it.'
    : 'This task is assigned to other people.'
}

function heldByAnother(actor: Actor, { held_by, held_by_name }: Task): string | null {
  return held_by === null || held_by === actor.id ? null : `Claimed by ${held_by_name ?? held_by}.`
}

/** Each person approves once. */
function approvedAlready(actor: Actor, { approvals, approvals_required }: Task): string | null {
  if (!approvals?.some(({ by }) => by === actor.id)) return null
  const missing = approvals_required - approvals.length
  return `You have approved it; ${missing} more ${missing === 1 ? 'person has' : 'people have'} to.`
}
