import type { Actor } from '#server/access/actor.ts'
import { type Bind, mayDecideCondition, namedCondition } from '#server/access/entitlement.ts'
import { may, ownerScope, requirePermission } from '#server/access/may.ts'
import { reachedWorkflows } from '#server/access/workflow-scope.ts'
import { containing } from '../search-pattern.ts'
import type { InboxScope, TaskFilter } from './task-filter.ts'

/** The scope and the filter as a condition on `human_task t`. Throws `NOT_ENTITLED`. */
export function taskConditions(actor: Actor, scope: InboxScope, filter: TaskFilter, bind: Bind): string {
  const conditions = [
    ...ownerCondition(actor, bind),
    scopeCondition(actor, scope, filter, bind),
    ...filterConditions(actor, filter, bind),
  ]
  return conditions.join(' and ')
}

export function ownerCondition(actor: Actor, bind: Bind): readonly string[] {
  const owner = ownerScope(actor)
  const owned = owner === null ? [] : [`t.owner_id = ${bind(owner)}`]
  return [...owned, ...reachedWorkflows(actor, 't.workflow', bind)]
}

function scopeCondition(actor: Actor, scope: InboxScope, filter: TaskFilter, bind: Bind): string {
  // Tasks held by other people are left out unless the filter asks for a holder; postponed tasks likewise.
  const free = filter.holder === undefined
  const now = filter.followUp === undefined && filter.belowRunId === undefined ? ` and not ${isPutOff}` : ''
  switch (scope) {
    case 'mine':
      return `t.status = 'open' and ${mineCondition(actor, bind)}${now}`
    case 'groups':
      return `t.status = 'open' and ${availableCondition(actor, free, bind)} and not ${mineCondition(actor, bind)}${now}`
    case 'available':
      return `t.status = 'open' and ${availableCondition(actor, free, bind)}${now}`
    case 'later':
      return `t.status = 'open' and ${availableCondition(actor, free, bind)} and ${isPutOff}`
    case 'all':
      requirePermission(may(actor, 'task.read_all'), 'scope')
      return `t.status = 'open'`
    case 'done':
      if (may(actor, 'task.read_all').allowed) return `t.status <> 'open'`
      return `t.status <> 'open' and (t.decided_by = ${bind(actor.id)} or ${mayDecideCondition(actor, bind)})`
  }
}

/** The task is postponed: its follow-up instant is in the future. */
export const isPutOff = 'coalesce(t.follow_up_at > now(), false)'

/** The actor holds the task, or is asked by name and the task has no holder. */
export function mineCondition(actor: Actor, bind: Bind): string {
  const me = bind(actor.id)
  return `coalesce(t.held_by = ${me}, ${namedCondition(actor, bind)} and ${mayDecideCondition(actor, bind)}
    and ${notApprovedYet(actor, bind)}, false)`
}

/** The actor may decide the task now. */
export function availableCondition(actor: Actor, free: boolean, bind: Bind): string {
  const unheld = free ? `and (t.held_by is null or t.held_by = ${bind(actor.id)})` : ''
  return `${mayDecideCondition(actor, bind)} and ${notApprovedYet(actor, bind)} ${unheld}`
}

function notApprovedYet(actor: Actor, bind: Bind): string {
  return `(t.approvals is null or not t.approvals @> ${bind(JSON.stringify([{ by: actor.id }]))}::jsonb)`
}

function filterConditions(actor: Actor, filter: TaskFilter, bind: Bind): readonly string[] {
  const conditions: string[] = []
  const add = <Value>(value: Value | undefined, condition: (value: Value) => string) => {
    if (value !== undefined) conditions.push(condition(value))
  }
  if (filter.search) conditions.push(`t.sought like lower(${bind(containing(filter.search))})`)
  add(filter.workflow, (name) => `t.workflow = ${bind(name)}`)
  add(filter.step, (name) => `t.step = ${bind(name)}`)
  add(filter.queue, (name) => `t.queue = ${bind(name)}`)
  add(filter.group, (name) => `(${bind(name)} = any(t.groups) or ${bind(name)} = any(t.escalated_to))`)
  add(filter.holder, (holder) => holderCondition(actor, holder, bind))
  add(filter.priorityFrom, (least) => `t.priority >= ${bind(least)}`)
  add(filter.priorityTo, (most) => `t.priority <= ${bind(most)}`)
  add(filter.due, (due) => dueConditions[due])
  add(filter.dueFrom, (at) => `t.due_at >= ${bind(at)}::timestamptz`)
  add(filter.dueTo, (at) => `t.due_at < ${bind(at)}::timestamptz`)
  add(filter.followUp, (when) => (when === 'later' ? isPutOff : `not ${isPutOff}`))
  add(filter.belowRunId, (runId) => `t.run_id in (${below(bind(runId))})`)
  return conditions
}

const dueConditions = {
  late: 't.due_at < now()',
  soon: `t.due_at >= now() and t.due_at < now() + interval '1 day'`,
  none: 't.due_at is null',
} as const

function holderCondition(actor: Actor, holder: string, bind: Bind): string {
  if (holder === 'nobody') return 't.held_by is null'
  if (holder === 'somebody') return 't.held_by is not null'
  return `t.held_by = ${bind(holder === 'me' ? actor.id : holder.slice('id:'.length))}`
}

function below(runId: string): string {
  return `with recursive below(id) as (
    select ${runId}::uuid union all select r.id from run r join below b on r.parent_run_id = b.id)
    select id from below`
}
