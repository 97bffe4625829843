import { containing } from '../search-pattern.ts'

export interface WorkflowFilter {
  /** A part of the id, the title, the description or a tag. */
  readonly search?: string | undefined
  readonly archived?: boolean | undefined
  /** Only workflows in this folder, with a slash at the end: the beginning of their names. */
  readonly folder?: string | undefined
  /** Only workflows directly in the folder, without those in the folders below. */
  readonly flat?: boolean | undefined
  /** Only these workflows. */
  readonly names?: readonly string[] | undefined
  /** Only workflows whose last run has one of these statuses. */
  readonly lastStatus?: readonly string[] | undefined
  /** Only workflows that have all of these tags. */
  readonly tags?: readonly string[] | undefined
  /** Only workflows whose draft this person saved last. */
  readonly editedBy?: string | undefined
}

/** The last run of a workflow `w`: one look-up in the index of runs by workflow. */
export const lastRun = `select r.id, s.status, s.human_wait, r.created_at
           from own_run r join own_run_state s on s.run_id = r.id
          where r.owner_id = w.owner_id and r.workflow = w.name and r.version > 0
          order by r.id desc limit 1`

/** The tables that the conditions read: a workflow `w`, its draft `d`, and its last run `l` where that decides. */
export function workflowTables({ lastStatus }: WorkflowFilter, isByLastRun = false): string {
  return `workflow w join draft d on d.owner_id = w.owner_id and d.name = w.name
         ${isByLastRun || lastStatus !== undefined ? `left join lateral (${lastRun}) l on true` : ''}`
}

/** The conditions of a filter in SQL. `bind` gives the parameter of a value. */
export function workflowConditions(ownerId: string, filter: WorkflowFilter, bind: (value: unknown) => string): string {
  const { search, folder = '', flat, names, lastStatus, tags = [], editedBy } = filter
  const conditions = [
    `w.owner_id = ${bind(ownerId)}`,
    `(w.archived_at is not null) = ${bind(filter.archived ?? false)}`,
  ]
  if (search) {
    const pattern = `${bind(containing(search))}::text`
    conditions.push(`(w.name ilike ${pattern} or w.title ilike ${pattern} or w.description ilike ${pattern}
          or exists (select from unnest(w.tags) as t(tag) where t.tag ilike ${pattern}))`)
  }
  const inFolder = `${bind(folder)}::text`
  conditions.push(`starts_with(w.name, ${inFolder})`)
  if (flat) conditions.push(`strpos(substr(w.name, length(${inFolder}) + 1), '/') = 0`)
  if (names !== undefined) conditions.push(`w.name = any(${bind(names)}::text[])`)
  if (lastStatus !== undefined) conditions.push(`l.status = any(${bind(lastStatus)}::text[])`)
  if (tags.length > 0) conditions.push(`w.tags @> ${bind(tags)}::text[]`)
  if (editedBy !== undefined) conditions.push(`d.updated_by = ${bind(editedBy)}`)
  return conditions.join('\n          and ')
}
