import { z } from 'zod'
import type { Actor } from '#server/access/actor.ts'
import { cursorText, decodeCursor, pageOf } from '../cursor.ts'
import { instant } from '../instant.ts'
import type { Page } from '../page.ts'
import { containing } from '../search-pattern.ts'
import type { Stores } from '../stores.ts'
import type { WorkflowSummary } from './models.ts'

export interface WorkflowsQuery {
  readonly search?: string | undefined
  readonly archived?: boolean | undefined
  readonly cursor?: string | null | undefined
  readonly limit: number
}

interface Row {
  readonly name: string
  readonly description: string | null
  readonly latest_version: number
  readonly archived_at: Date | null
  readonly updated_at: Date
  readonly step_count: number
  readonly changed: boolean
  readonly live: number
  readonly failed: number
  readonly total: number
  readonly last_run_id: string | null
  readonly last_status: string | null
  readonly last_created_at: Date | null
}

const cursorKeys = z.tuple([instant, cursorText])

/** Last changed first. The counts are of root runs. A workflow counts as changed when its draft differs from what is published. */
export async function listWorkflows(
  { pool }: Stores,
  { ownerId }: Actor,
  query: WorkflowsQuery,
): Promise<Page<WorkflowSummary>> {
  const [before, beforeName] = query.cursor ? decodeCursor(query.cursor, cursorKeys) : [null, null]
  const { rows } = await pool.query<Row>(
    `with page as (
       select w.owner_id, w.name, w.description, w.latest_version, w.archived_at,
              greatest(w.updated_at, d.updated_at) as updated_at, d.text, d.step_count
         from workflow w join draft d on d.owner_id = w.owner_id and d.name = w.name
        where w.owner_id = $1
          and (w.archived_at is not null) = $2
          and ($3::text is null or w.name ilike $3 or w.description ilike $3)
          and ($4::timestamptz is null or greatest(w.updated_at, d.updated_at) < $4
               or (greatest(w.updated_at, d.updated_at) = $4 and w.name > $5))
        order by greatest(w.updated_at, d.updated_at) desc, w.name
        limit $6),
     counted as (
       select r.workflow,
              count(*) filter (where s.ended_at is null)::int as live,
              count(*) filter (where s.status like 'FAILED%')::int as failed,
              count(*)::int as total
         from run r join run_state s on s.run_id = r.id
        where r.owner_id = $1 and r.version > 0 and not s.child and r.workflow in (select name from page)
        group by r.workflow)
     select p.name, p.description, p.latest_version, p.archived_at, p.updated_at, p.step_count,
            v.hash is distinct from encode(sha256(convert_to(p.text, 'UTF8')), 'hex') as changed,
            coalesce(n.live, 0) as live, coalesce(n.failed, 0) as failed, coalesce(n.total, 0) as total, l.id as last_run_id, l.status as last_status, l.created_at as last_created_at
       from page p
       left join definition v on v.owner_id = p.owner_id and v.name = p.name and v.version = p.latest_version
       left join counted n on n.workflow = p.name
       left join lateral (
         select r.id, s.status, r.created_at
           from run r join run_state s on s.run_id = r.id
          where r.owner_id = p.owner_id and r.workflow = p.name and r.version > 0
          order by r.id desc limit 1) l on true
      order by p.updated_at desc, p.name`,
    [
      ownerId,
      query.archived ?? false,
      query.search ? containing(query.search) : null,
      before,
      beforeName,
      query.limit + 1,
    ],
  )
  return pageOf(rows, query.limit, summarise, (row) => [row.updated_at.toISOString(), row.name])
}

function summarise(row: Row): WorkflowSummary {
  return {
    name: row.name,
    description: row.description,
    latestVersion: row.latest_version,
    hasUnpublishedChanges: row.changed,
    stepCount: row.step_count,
    archivedAt: row.archived_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    runs: { live: row.live, failed: row.failed, total: row.total },
    lastRun:
      row.last_run_id !== null && row.last_status !== null && row.last_created_at !== null
        ? { runId: row.last_run_id, status: row.last_status, createdAt: row.last_created_at.toISOString() }
        : null,
  }
}
