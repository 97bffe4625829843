import type { Standing } from '#core/run/command.ts'
import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'
import { isManager, mayDecideCondition } from './entitlement.ts'

/** What the actor is to a run, as far as the run itself cannot know it. */
export async function standingOf({ pool }: Stores, actor: Actor, runId: string): Promise<Standing> {
  const values: unknown[] = [runId, actor.id]
  const bind = (value: unknown) => `$${values.push(value)}`
  const alone = isManager(actor) ? 'true' : 't.approvals_required = 1'
  const named = isManager(actor) ? { ...actor, groups: [...actor.groups, '*'] } : actor
  const { rows } = await pool.query<{ delegated: string[] | null; below: Record<string, string> | null }>(
    `with recursive below(id, step) as (
       select r.id, r.parent_step from run r where r.parent_run_id = $1
       union all select r.id, b.step from run r join below b on r.parent_run_id = b.id)
     select (select array_agg(t.id::text) from human_task t
              where t.run_id = $1 and t.status = 'open' and $2 = any(t.delegates)) as delegated,
            (select json_object_agg(step, title) from (
               select distinct on (b.step) b.step, t.title from below b join human_task t on t.run_id = b.id
                where t.status = 'open' and not (${alone} and ${mayDecideCondition(named, bind)})
                order by b.step, t.opened_at) foreign_to_them) as below`,
    values,
  )
  const { delegated, below } = rows[0] ?? {}
  return {
    ...ownStanding(actor),
    ...(delegated && { delegated }),
    ...(below && {
      below: Object.fromEntries(Object.entries(below).map(([step, title]) => [step, whyBelow(actor, step, title)])),
    }),
  }
}

/** What the actor is to every run. */
export function ownStanding(actor: Actor): Standing {
  return { groups: actor.groups, manager: isManager(actor) }
}

function whyBelow(actor: Actor, step: string, title: string): string {
  const asked = `Below ${step}, people are asked “${title}”`
  return isManager(actor)
    ? `${asked}, and you are one of those who may not decide it: somebody else has to.`
    : `${asked}: only they, or a manager, may pass it over.`
}
