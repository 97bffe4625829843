import { z } from 'zod'
import { liveStatuses } from '#core/run/views/status.ts'
import type { HumanWaits } from '#core/run/words.ts'
import type { Actor } from '#server/access/actor.ts'
import { reachedWorkflows } from '#server/access/workflow-scope.ts'
import { cursorText, decodeCursor, pageOf } from '../cursor.ts'
import { instant } from '../instant.ts'
import type { Page } from '../page.ts'
import { rootCounts } from '../root-counts.ts'
import type { Stores } from '../stores.ts'
import type { WorkflowKind } from './kind-of.ts'
import type { WorkflowSummary } from './models.ts'
import { lastRun, type WorkflowFilter, workflowConditions, workflowTables } from './workflow-conditions.ts'

export const workflowSorts = ['updated', 'name', 'last_run'] as const
export type WorkflowSort = (typeof workflowSorts)[number]

export interface WorkflowsQuery extends WorkflowFilter {
  /** `updated` by default. */
  readonly sort?: WorkflowSort | undefined
  readonly cursor?: string | null | undefined
  readonly limit: number
}

interface Row {
  readonly name: string
  readonly title: string | null
  readonly description: string | null
  readonly tags: readonly string[]
  readonly latest_version: number
  readonly archived_at: Date | null
  readonly kind: WorkflowKind
  readonly updated_at: Date
  readonly edited_by: string
  readonly edited_at: Date
  readonly sort_key: Date
  readonly step_count: number
  readonly changed: boolean
  readonly live: number
  readonly failed: number
  readonly total: number
  readonly last_run_id: string | null
  readonly last_status: string | null
  readonly last_human_wait: HumanWaits | null
  readonly last_created_at: Date | null
}

const cursorKeys = z.tuple([instant, cursorText])

const updatedAt = 'greatest(w.updated_at, d.updated_at)'
/** What each order sorts by, the greatest first; equal ones are in the order of their names. */
const sortKeys: Readonly<Record<WorkflowSort, string>> = {
  updated: updatedAt,
  name: 'to_timestamp(0)',
  last_run: 'coalesce(l.created_at, to_timestamp(0))',
}

/**
 * The workflows that match, one page of them. The counts are of root runs. A workflow counts as changed when its draft
 * differs from what is published.
 */
export async function listWorkflows(
  { pool }: Stores,
  actor: Actor,
  query: WorkflowsQuery,
): Promise<Page<WorkflowSummary>> {
  const [before, beforeName] = query.cursor ? decodeCursor(query.cursor, cursorKeys) : [null, null]
  const sort = query.sort ?? 'updated'
  const key = sortKeys[sort]
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const owner = bind(actor.ownerId)
  const conditions = [workflowConditions(actor.ownerId, query, bind), ...reachedWorkflows(actor, 'w.name', bind)].join(
    ' and ',
  )
  const [at, name] = [`${bind(before)}::timestamptz`, `${bind(beforeName)}::text`]
  const { rows } = await pool.query<Row>(
    // The last runs of all workflows are looked up only if they decide what is on the page.
    `with page as (
       select w.owner_id, w.name, w.title, w.description, w.tags, w.latest_version, w.archived_at, w.kind,
              ${updatedAt} as updated_at, ${key} as sort_key, d.text, d.step_count,
              d.updated_by as edited_by, d.updated_at as edited_at
         from ${workflowTables(query, sort === 'last_run')}
        where ${conditions}
          and (${at} is null or ${key} < ${at} or (${key} = ${at} and w.name > ${name}))
        order by sort_key desc, w.name
        limit ${bind(query.limit + 1)}),
     ${rootCounts({ owner, among: (column) => `${column} in (select name from page)` })},
     counted as (
       select workflow,
              coalesce(sum(runs) filter (where status = any('{${liveStatuses}}')), 0)::int as live,
              coalesce(sum(runs) filter (where status like 'FAILED%'), 0)::int as failed,
              sum(runs)::int as total
         from root_part group by workflow)
     select w.name, w.title, w.description, w.tags, w.latest_version, w.archived_at, w.kind, w.updated_at, w.sort_key, w.step_count,
            w.edited_by, w.edited_at,
            v.hash is distinct from encode(sha256(convert_to(w.text, 'UTF8')), 'hex') as changed,
            coalesce(n.live, 0) as live, coalesce(n.failed, 0) as failed, coalesce(n.total, 0) as total, l.id as last_run_id, l.status as last_status, l.human_wait as last_human_wait, l.created_at as last_created_at
       from page w
       left join definition v on v.owner_id = w.owner_id and v.name = w.name and v.version = w.latest_version
       left join counted n on n.workflow = w.name
       left join lateral (${lastRun}) l on true
      order by w.sort_key desc, w.name`,
    values,
  )
  return pageOf(rows, query.limit, summarise, (row) => [row.sort_key.toISOString(), row.name])
}

function summarise(row: Row): WorkflowSummary {
  return {
    name: row.name,
    title: row.title,
    description: row.description,
    tags: row.tags,
    latestVersion: row.latest_version,
    hasUnpublishedChanges: row.changed,
    stepCount: row.step_count,
    kind: row.kind,
    archivedAt: row.archived_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    editedBy: row.edited_by,
    editedAt: row.edited_at.toISOString(),
    runs: { live: row.live, failed: row.failed, total: row.total },
    lastRun:
      row.last_run_id !== null && row.last_status !== null && row.last_created_at !== null
        ? {
            runId: row.last_run_id,
            status: row.last_status,
            humanWait: row.last_human_wait,
            createdAt: row.last_created_at.toISOString(),
          }
        : null,
  }
}
