import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../stores.ts'
import { type WorkflowFilter, workflowConditions, workflowTables } from './workflow-conditions.ts'

export interface WorkflowFacet {
  readonly value: string
  /** The length of the list of workflows that has the value in its filter. */
  readonly count: number
}

export interface WorkflowFacets {
  /** A list can have several tags in its filter: a count is of the list that has this one as well. */
  readonly tags: readonly WorkflowFacet[]
  /** People who saved a draft last, by id. A list has one of them in its filter: the counts are without that part of it. */
  readonly editors: readonly WorkflowFacet[]
}

/** The tags and the authors of the workflows that a filter finds, the most frequent first. */
export async function listWorkflowFacets(
  { pool }: Stores,
  { ownerId }: Actor,
  { editedBy, ...filter }: WorkflowFilter,
): Promise<WorkflowFacets> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const { rows } = await pool.query<WorkflowFacet & { name: 'tag' | 'editor' }>(
    `with listed as materialized (
       select w.tags, d.updated_by from ${workflowTables(filter)}
        where ${workflowConditions(ownerId, filter, bind)}),
     counted(name, value, count) as (
       select 'tag', t.tag, count(*) from listed, lateral unnest(listed.tags) as t(tag)
        where ${editedBy === undefined ? 'true' : `listed.updated_by = ${bind(editedBy)}`} group by 2
       union all select 'editor', updated_by, count(*) from listed group by 2)
     select name, value, count::int from
       (select *, row_number() over (partition by name order by count desc, value) as place from counted) c
      where place <= ${bind(limits.shown.workflowFacets)} order by name, place`,
    values,
  )
  const of = (name: 'tag' | 'editor') =>
    rows.filter((row) => row.name === name).map(({ value, count }) => ({ value, count }))
  return { tags: of('tag'), editors: of('editor') }
}
