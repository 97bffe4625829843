import type { Pool } from 'pg'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'
import { decodeCursor, pageOf } from '../../cursor.ts'
import type { Page } from '../../page.ts'
import type { LockHolder, LockQueueEntry, Resource, ResourceDetail } from './models.ts'

export interface ResourcesQuery {
  readonly kind?: string | undefined
  /** The beginning of the id. */
  readonly prefix?: string | undefined
  /** Only resources that a run holds or waits for. */
  readonly inUse?: boolean | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

interface Row extends Omit<Resource, 'holders'> {
  readonly holders: readonly (Omit<LockHolder, 'since'> & { readonly since: string })[]
}

const cursorKeys = z.tuple([z.string().max(limits.envelope.resourceCharacters)])

const columns = `r.id, r.kind, r.labels,
  (select count(*)::int from resource_lock l where l.owner_id = r.owner_id and l.resource = r.id) as "holderCount",
  (select count(*)::int from lock_request q where q.owner_id = r.owner_id and q.resources @> array[r.id]) as waiting,
  (select coalesce(json_agg(h order by h.since, h."runId"), '[]') from (
     select l.run_id as "runId", n.workflow, l.mode, l.token, l.since, l.quarantined
       from resource_lock l join run n on n.id = l.run_id
      where l.owner_id = r.owner_id and l.resource = r.id
      order by l.since, l.run_id limit ${limits.shown.lockHolders}) h) as holders`

/** The resources that are held or awaited: read from their locks and requests, not by a look at each resource. */
const usedResources = `r.id in (
  select l.resource from resource_lock l where l.owner_id = $1
  union select unnest(q.resources) from lock_request q where q.owner_id = $1)`

/** A page of the owner's resources, in the order of their ids. */
export async function listResources(
  pool: Pool,
  { ownerId }: Actor,
  { kind, prefix, inUse = false, cursor, limit }: ResourcesQuery,
): Promise<Page<Resource>> {
  const after = cursor === undefined ? null : decodeCursor(cursor, cursorKeys)[0]
  const { rows } = await pool.query<Row>(
    `select ${columns} from resource r
      where r.owner_id = $1 and ($2::text is null or r.id > $2) and ($3::text is null or r.kind = $3)
        and ($4::text is null or starts_with(r.id, $4)) ${inUse ? `and ${usedResources}` : ''}
      order by r.id limit $5`,
    [ownerId, after, kind ?? null, prefix ?? null, limit + 1],
  )
  return pageOf(rows, limit, resourceOf, ({ id }) => [id])
}

/** One resource with the queue of runs that wait for it, in the order in which they are to get it. Throws `NOT_FOUND`. */
export async function getResource(pool: Pool, { ownerId }: Actor, id: string): Promise<ResourceDetail> {
  const { rows } = await pool.query<Row>(`select ${columns} from resource r where r.owner_id = $1 and r.id = $2`, [
    ownerId,
    id,
  ])
  const [row] = rows
  if (!row) throw new ApiError('NOT_FOUND', 'There is no such resource.', 'id')
  const { rows: queue } = await pool.query<Omit<LockQueueEntry, 'position' | 'requestedAt'> & { requestedAt: Date }>(
    `select q.run_id as "runId", n.workflow, case when $2 = any(q.shared) then 'shared' else 'exclusive' end as mode,
            q.requested_at as "requestedAt", q.tries, q.retry_note as "retryNote", q.reserved_at is not null as reserved
       from lock_request q join run n on n.id = q.run_id
      where q.owner_id = $1 and q.resources @> array[$2]
      order by q.reserved_at is null, q.position, q.run_id limit ${limits.shown.lockQueue}`,
    [ownerId, id],
  )
  return {
    ...resourceOf(row),
    queue: queue.map((entry, index) => ({
      ...entry,
      requestedAt: entry.requestedAt.toISOString(),
      position: index + 1,
    })),
  }
}

function resourceOf({ holders, ...row }: Row): Resource {
  return { ...row, holders: holders.map((holder) => ({ ...holder, since: new Date(holder.since).toISOString() })) }
}
