import type { Actor } from '#server/access/actor.ts'
import { type Bind, mayDecideCondition } from '#server/access/entitlement.ts'
import { may } from '#server/access/may.ts'
import type { Stores } from '../../stores.ts'
import { futureDescendantApprovals } from './future-descendant-approvals.ts'
import { itemOf } from './item-of.ts'

interface OpenQuestion {
  readonly step: string
  readonly title: string
  readonly status: 'open' | 'closed'
}

/**
 * Steps of the run that the actor may not override, each with the reason: in a descendant run below the step, a human
 * task asks other people (or would have asked them), and the actor may not decide that task alone. A cancelled or
 * failed descendant leaves its task undecided. The task blocks the override until a person decides it in a replacement
 * run, or overrides it there.
 */
export async function descendantApprovals(
  stores: Stores,
  actor: Actor,
  runId: string,
): Promise<{ readonly [step: string]: string } | undefined> {
  const values: unknown[] = [runId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const { rows } = await stores.pool.query<OpenQuestion>({
    text: `with recursive ${below}
     select distinct on (b.step, t.status) b.step, t.title, t.status
       from below b cross join lateral (select * from human_task h where h.run_id = b.id offset 0) t
      where (t.status = 'open' or t.status = 'closed' and b.ended_badly) and ${mayNotDecideAlone(actor, bind)}
      order by b.step, t.status desc, t.opened_at`,
    // The condition has as many forms as there are pairs of these two.
    name: `approvals-below-${isManager(actor) ? 'manager' : 'other'}-${values.length}`,
    values,
  })
  const unasked = await futureDescendantApprovals(stores, actor, runId)
  if (rows.length === 0 && unasked.size === 0) return undefined
  const left = rows.some(({ status }) => status === 'closed') ? await leftUndecided(stores, actor, runId) : []
  const open = rows.filter(({ status }) => status === 'open')
  const asked = [...left, ...open].map((one) => [one.step, whyBelow(actor, one)] as const)
  // The reason from an existing task is more precise than the one from a possible task, so it wins.
  return Object.fromEntries([...unasked, ...asked])
}

/** The descendants of run `$1`, each with the step of `$1` above it; a completed descendant leaves no open question. */
const below = `below(id, step, ended_badly) as (
  select r.id, r.parent_step, s.ended_at is not null and s.status <> 'COMPLETED'
    from run r join run_state s on s.run_id = r.id where r.parent_run_id = $1
  union all
  -- Looked up for each: the planner would rather go through all runs at every level.
  select r.id, b.step, b.ended_badly and s.has_ended_badly
    from below b
   cross join lateral (select c.id from run c where c.parent_run_id = b.id offset 0) r
   cross join lateral (select s.ended_at is not null and s.status <> 'COMPLETED' as has_ended_badly
                         from run_state s where s.run_id = r.id offset 0) s)`

/**
 * The exact and more expensive check. The step and the item that led to a run tell which runs replace which. Items, and
 * overrides of tasks, are recorded only in the logs.
 */
async function leftUndecided(
  { pool }: Pick<Stores, 'pool'>,
  actor: Actor,
  runId: string,
): Promise<readonly OpenQuestion[]> {
  const values: unknown[] = [runId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const { rows } = await pool.query<OpenQuestion>(
    `with recursive ${below},
     placed(id, place) as (
       select $1::uuid, ''
       union all
       select r.id, concat_ws('/', p.place, r.parent_step, ${itemOf('r')})
         from placed p join run r on r.parent_run_id = p.id),
     asked as (select b.step as below_step, b.ended_badly, p.place, t.*
                 from below b join placed p on p.id = b.id join human_task t on t.run_id = b.id)
     select distinct on (t.below_step) t.below_step as step, t.title, t.status
       from asked t
      where t.status = 'closed' and t.ended_badly and ${mayNotDecideAlone(actor, bind)}
        and not exists (select from run_log l where l.run_id = t.run_id and ${passedOver('t')})
        and not exists (select from asked later
                         where later.place = t.place and later.step = t.step and later.opened_at >= t.closed_at
                           and (later.status = 'decided' or later.status = 'closed' and exists (
                                select from run_log l where l.run_id = later.run_id and ${passedOver('later')})))
      order by t.below_step, t.opened_at`,
    values,
  )
  return rows
}

/** Whether the log `l` records an override of the task. The overriding person's permission was checked at that time. */
function passedOver(task: string): string {
  return `position('{"task_id":"' || ${task}.id || '","reason":"overridden"}' in l.events) > 0`
}

const isManager = (actor: Actor) => may(actor, 'task.override').allowed

/**
 * A condition that is true unless the actor may decide the task alone. `is not true`: on a task that names no person
 * the inner condition is null, which must not grant permission.
 */
function mayNotDecideAlone(actor: Actor, bind: Bind): string {
  const alone = isManager(actor) ? 'true' : 't.approvals_required = 1'
  const named = isManager(actor) ? { ...actor, groups: [...actor.groups, '*'] } : actor
  return `(${alone} and ${mayDecideCondition(named, bind)}) is not true`
}

function whyBelow(actor: Actor, { step, title, status }: OpenQuestion): string {
  const asked =
    status === 'open'
      ? `Below ${step}, “${title}” is assigned to other people`
      : `Below ${step}, “${title}” was never decided`
  return isManager(actor)
    ? `${asked}, and you are excluded from deciding it. Another person must decide.`
    : `${asked}. Only the people assigned or a manager can skip it.`
}
