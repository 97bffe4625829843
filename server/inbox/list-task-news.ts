import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Instant } from '../page.ts'
import type { Stores } from '../stores.ts'
import { taskConditions } from './task-conditions.ts'

/**
 * The reason for a notification about a task: the task opened, was passed to the actor, came back from postponement,
 * reached its reminder, or is late and was escalated to the actor.
 */
export type NewsReason = 'opened' | 'assigned' | 'delegated' | 'back' | 'reminded' | 'escalated'

export interface TaskNews {
  readonly taskId: string
  readonly title: string
  readonly workflow: string
  readonly step: string
  readonly reason: NewsReason
  /** The person who passed the task on; null for an automatic change. */
  readonly by: string | null
  readonly at: Instant
}

export interface NewsRead {
  /** Oldest first. */
  readonly items: readonly TaskNews[]
  /** The instant up to which changes were read: the `since` of the next request. */
  readonly until: Instant
}

/**
 * The tasks that have become the actor's to decide since an instant. Without an instant, the list is empty and only the
 * present instant is returned.
 */
export async function listTaskNews({ pool }: Stores, actor: Actor, since: Instant | null): Promise<NewsRead> {
  const values: unknown[] = [since, actor.id, [actor.id, ...actor.groups]]
  const bind = (value: unknown) => `$${values.push(value)}`
  const { rows } = await pool.query<{
    id: string | null
    title: string
    workflow: string
    step: string
    reason: NewsReason
    by: string | null
    at: Date
  }>(
    `select found.*, coalesce(found.at, $1, now()) as at
       from (select) nothing left join lateral (
         select t.id, t.title, t.workflow, t.step, n.reason, n.by, n.at
           from human_task t, lateral (
             select reason, by, at from (
               select 'opened' as reason, null as by, t.opened_at as at
               union all select 'back', null, t.follow_up_at where t.follow_up_at <= now()
               union all select 'reminded', null, t.reminded_at where t.reminded_at is not null
               union all select 'escalated', null, t.escalated_at
                where t.escalated_at is not null and (t.escalated_to && $3::text[] or '*' = any($3::text[]))
               union all select e.kind, e.actor_name, e.at from task_event e
                where e.task_id = t.id and $2 = any(t.delegates) and e.kind in ('assigned', 'delegated')
                  and e.details->>'to' = $2 and e.actor <> $2) each
              where at > $1::timestamptz order by at desc limit 1) n
          where (t.opened_at > $1::timestamptz or t.follow_up_at > $1::timestamptz
                 or t.reminded_at > $1::timestamptz or t.escalated_at > $1::timestamptz or $2 = any(t.delegates))
            and ${taskConditions(actor, 'available', {}, bind)}
          order by n.at desc limit ${limits.shown.newsOfTasks}) found on true
      order by found.at`,
    values,
  )
  const items = rows.flatMap(({ id, at, ...said }) =>
    id === null ? [] : [{ taskId: id, ...said, at: at.toISOString() }],
  )
  return { items, until: rows.at(-1)?.at.toISOString() ?? '' }
}
