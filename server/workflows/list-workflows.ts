import { z } from 'zod'
import type { HumanWaits } from '#core/run/words.ts'
import type { Actor } from '#server/access/actor.ts'
import { cursorText, decodeCursor, pageOf } from '../cursor.ts'
import { instant } from '../instant.ts'
import type { Page } from '../page.ts'
import { containing } from '../search-pattern.ts'
import type { Stores } from '../stores.ts'
import type { WorkflowSummary } from './models.ts'

export const workflowSorts = ['updated', 'name', 'last_run'] as const
export type WorkflowSort = (typeof workflowSorts)[number]

export interface WorkflowsQuery {
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
  /** `updated` by default. */
  readonly sort?: WorkflowSort | undefined
  readonly cursor?: string | null | undefined
  readonly limit: number
}

interface Row {
  readonly name: string
  readonly title: string | null
  readonly description: string | null
  readonly latest_version: number
  readonly archived_at: Date | null
  readonly updated_at: Date
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

/** The last run of a workflow `w`: one look-up in the index of runs by workflow. */
const lastRun = `select r.id, s.status, s.human_wait, r.created_at
           from run r join run_state s on s.run_id = r.id
          where r.owner_id = w.owner_id and r.workflow = w.name and r.version > 0
          order by r.id desc limit 1`

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
  { ownerId }: Actor,
  query: WorkflowsQuery,
): Promise<Page<WorkflowSummary>> {
  const [before, beforeName] = query.cursor ? decodeCursor(query.cursor, cursorKeys) : [null, null]
  const sort = query.sort ?? 'updated'
  const key = sortKeys[sort]
  // The last runs of all workflows are looked up only if they decide what is on the page.
  const byLastRun = sort === 'last_run' || query.lastStatus !== undefined
  const { rows } = await pool.query<Row>(
    `with page as (
       select w.owner_id, w.name, w.title, w.description, w.latest_version, w.archived_at,
              ${updatedAt} as updated_at, ${key} as sort_key, d.text, d.step_count
         from workflow w join draft d on d.owner_id = w.owner_id and d.name = w.name
         ${byLastRun ? `left join lateral (${lastRun}) l on true` : ''}
        where w.owner_id = $1
          and (w.archived_at is not null) = $2
          and ($3::text is null or w.name ilike $3 or w.title ilike $3 or w.description ilike $3)
          and ($4::timestamptz is null or ${key} < $4 or (${key} = $4 and w.name > $5))
          and starts_with(w.name, $7)
          and (not $8 or strpos(substr(w.name, length($7) + 1), '/') = 0)
          and ($9::text[] is null or w.name = any($9))
          ${query.lastStatus ? 'and l.status = any($10::text[])' : ''}
        order by sort_key desc, w.name
        limit $6),
     counted as (
       select r.workflow,
              count(*) filter (where s.ended_at is null)::int as live,
              count(*) filter (where s.status like 'FAILED%')::int as failed,
              count(*)::int as total
         from run r join run_state s on s.run_id = r.id
        where r.owner_id = $1 and r.version > 0 and not s.child and r.workflow in (select name from page)
        group by r.workflow)
     select w.name, w.title, w.description, w.latest_version, w.archived_at, w.updated_at, w.sort_key, w.step_count,
            v.hash is distinct from encode(sha256(convert_to(w.text, 'UTF8')), 'hex') as changed,
            coalesce(n.live, 0) as live, coalesce(n.failed, 0) as failed, coalesce(n.total, 0) as total, l.id as last_run_id, l.status as last_status, l.human_wait as last_human_wait, l.created_at as last_created_at
       from page w
       left join definition v on v.owner_id = w.owner_id and v.name = w.name and v.version = w.latest_version
       left join counted n on n.workflow = w.name
       left join lateral (${lastRun}) l on true
      order by w.sort_key desc, w.name`,
    [
      ownerId,
      query.archived ?? false,
      query.search ? containing(query.search) : null,
      before,
      beforeName,
      query.limit + 1,
      query.folder ?? '',
      query.flat ?? false,
      query.names ?? null,
      ...(query.lastStatus ? [query.lastStatus] : []),
    ],
  )
  return pageOf(rows, query.limit, summarise, (row) => [row.sort_key.toISOString(), row.name])
}

function summarise(row: Row): WorkflowSummary {
  return {
    name: row.name,
    title: row.title,
    description: row.description,
    latestVersion: row.latest_version,
    hasUnpublishedChanges: row.changed,
    stepCount: row.step_count,
    archivedAt: row.archived_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
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
