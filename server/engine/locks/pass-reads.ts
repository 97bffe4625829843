import type { Slot } from '#core/definition/concurrency.ts'
import type { Queryable } from '../store/connection/connection.ts'
import type { HeldLock } from './lock-rows.ts'
import { lockTuning } from './tuning.ts'

export interface RequestRow {
  readonly ownerId: string
  readonly runId: string
  readonly rootRunId: string
  readonly request: number
  readonly resources: string[]
  readonly shared: string[]
  readonly slot: Slot | null
  readonly position: number
  readonly requestedAt: number
  readonly tries: number
  readonly blockedBy: string[] | null
  readonly reserved: boolean
}

export const requestColumns = `q.owner_id as "ownerId", q.run_id as "runId", q.root_run_id as "rootRunId", q.request,
  q.resources, q.shared, q.slot, q.position::float8 as position, (extract(epoch from q.requested_at) * 1000)::float8 as "requestedAt",
  q.tries, q.blocked_by::text[] as "blockedBy", q.reserved_at is not null as reserved`

export interface Names {
  readonly owners: readonly string[]
  readonly resources: readonly string[]
}

export const keyOf = (ownerId: string, resource: string) => `${ownerId}\u0000${resource}`

/** The names of all resources of the requests, in one order. */
export function namesOf(rows: readonly RequestRow[]): Names {
  const keys = new Map<string, readonly [string, string]>()
  for (const { ownerId, resources } of rows) {
    for (const resource of resources) keys.set(keyOf(ownerId, resource), [ownerId, resource])
  }
  const sorted = [...keys.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair)
  return { owners: sorted.map(([owner]) => owner), resources: sorted.map(([, resource]) => resource) }
}

/**
 * Makes the rows of resources at their first use, and locks them in the order of the names; returns their next tokens, by
 * `keyOf`. `offset 0` makes the planner look up each resource: the plan is made while the tables are small, and is kept.
 */
export async function lockResources(
  connection: Queryable,
  { owners, resources }: Names,
): Promise<ReadonlyMap<string, number>> {
  const [, { rows }] = await Promise.all([
    connection.query({
      name: 'locks-first-use',
      text: `
insert into resource (owner_id, id, kind)
select r.owner_id, r.id, split_part(r.id, ':', 1) from unnest($1::text[], $2::text[]) as r(owner_id, id)
 order by 1, 2
on conflict do nothing`,
      values: [owners, resources],
    }),
    connection.query<{ ownerId: string; id: string; token: number }>({
      name: 'locks-lock',
      text: `
select s.owner_id as "ownerId", s.id, s.next_token::float8 as token
  from unnest($1::text[], $2::text[]) as r(owner_id, id)
 cross join lateral (
   select * from resource where resource.owner_id = r.owner_id and resource.id = r.id offset 0 for update) s`,
      values: [owners, resources],
    }),
  ])
  return new Map(rows.map(({ ownerId, id, token }) => [keyOf(ownerId, id), token]))
}

/** The runs above each child among the requests, the parent first. */
export async function runsAbove(
  connection: Queryable,
  rows: readonly RequestRow[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const children = rows.filter(({ runId, rootRunId }) => runId !== rootRunId).map(({ runId }) => runId)
  if (children.length === 0) return new Map()
  const { rows: found } = await connection.query<{ runId: string; above: string[] }>({
    name: 'locks-above',
    text: `
with recursive up as (
  select id as run_id, parent_run_id as above, 1 as level from run where id = any($1::uuid[])
  union all
  select u.run_id, r.parent_run_id, u.level + 1 from up u join run r on r.id = any(array[u.above])
   where r.parent_run_id is not null
)
select run_id as "runId", array_agg(above::text order by level) as above from up where above is not null group by run_id`,
    values: [children],
  })
  return new Map(found.map(({ runId, above }) => [runId, above]))
}

/** Locks of these resources, and all locks of the runs above the children. */
export async function heldLocks(
  connection: Queryable,
  { owners, resources }: Names,
  above: readonly string[],
): Promise<readonly HeldLock[]> {
  const { rows } = await connection.query<HeldLock>({
    name: 'locks-held',
    text: `
select l.owner_id as "ownerId", l.resource, l.run_id as "runId", l.root_run_id as "rootRunId", l.mode,
       l.token::float8 as token, l.quarantined, (extract(epoch from l.since) * 1000)::float8 as since
  from unnest($1::text[], $2::text[]) as r(owner_id, id)
 cross join lateral (
   select * from resource_lock where resource_lock.owner_id = r.owner_id and resource_lock.resource = r.id offset 0) l
union
select l.owner_id, l.resource, l.run_id, l.root_run_id, l.mode, l.token::float8, l.quarantined,
       (extract(epoch from l.since) * 1000)::float8
  from resource_lock l where l.run_id = any($3::uuid[])`,
    values: [owners, resources, above],
  })
  return rows
}

/** The first of the requests for these resources. */
export async function waitingFor(connection: Queryable, { owners, resources }: Names): Promise<readonly RequestRow[]> {
  const { rows } = await connection.query<RequestRow>({
    name: 'locks-waiting',
    text: `
select ${requestColumns}
  from lock_request q where q.owner_id = any($1::text[]) and q.resources && $2::text[]
 order by q.reserved_at is null, q.position limit ${lockTuning.requestsPerPass * 5}`,
    values: [[...new Set(owners)], resources],
  })
  return rows
}

export async function readNow(connection: Queryable): Promise<number> {
  const { rows } = await connection.query<{ now: number }>({
    name: 'locks-now',
    text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
    values: [],
  })
  return rows[0]?.now ?? 0
}
