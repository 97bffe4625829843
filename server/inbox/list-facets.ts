import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../stores.ts'
import { taskConditions } from './task-conditions.ts'
import type { InboxScope } from './task-filter.ts'

export interface Facet {
  readonly value: string
  readonly count: number
}
type FacetName = 'queue' | 'group' | 'workflow' | 'step' | 'holder'
export type Facets = { readonly [Name in FacetName]: readonly Facet[] }

/** Groups that a task asks, or was escalated to, once each; it may have been escalated to people as well. */
const askedGroups = `(
  select name from unnest(listed.groups) as g(name)
  union select name from unnest(listed.escalated_to) as e(name)
   where not exists (select from person p where p.owner_id = listed.owner_id and p.id = e.name))`

/** The filter values present among the tasks of a scope, the most frequent first. Throws `NOT_ENTITLED`. */
export async function listFacets({ pool }: Stores, actor: Actor, scope: InboxScope): Promise<Facets> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const { rows } = await pool.query<Facet & { name: FacetName }>(
    `with listed as materialized (
       select t.queue, t.workflow, t.step, t.held_by, t.groups, t.escalated_to, t.owner_id, count(*) as tasks
         from human_task t where ${taskConditions(actor, scope, {}, bind)} group by 1, 2, 3, 4, 5, 6, 7),
     counted(name, value, count) as (
       select 'queue', queue, sum(tasks) from listed group by 2
       union all select 'workflow', workflow, sum(tasks) from listed group by 2
       union all select 'step', step, sum(tasks) from listed group by 2
       union all select 'holder', held_by, sum(tasks) from listed group by 2
       union all select 'group', g.name, sum(tasks) from listed, lateral ${askedGroups} as g(name) group by 2)
     select name, value, count::int from
       (select *, row_number() over (partition by name order by count desc, value) as place from counted where value is not null) c
      where place <= ${bind(limits.inbox.facets)} order by name, place`,
    values,
  )
  const of = (name: FacetName) => rows.filter((row) => row.name === name).map(({ value, count }) => ({ value, count }))
  return { queue: of('queue'), group: of('group'), workflow: of('workflow'), step: of('step'), holder: of('holder') }
}
