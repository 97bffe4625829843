import type { Slot } from '#core/definition/concurrency.ts'
import { reach } from '../crash-points.ts'
import type { LockHint, LockPass } from '../ports.ts'
import type { Connection, Queryable } from '../store/connection/connection.ts'
import { cancelLetter, type Judged, judge, letterOf } from './judge.ts'
import { rowsOfLetters } from './letters.ts'
import type { HeldLock, WaitingRequest } from './lock-rows.ts'
import { freeLocksOfEnded } from './scan.ts'
import { lockTuning } from './tuning.ts'
import { tellWatchers } from './watchers.ts'

/**
 * One pass of the lock manager, in one transaction. It locks the requests that the hint concerns in the order of their
 * runs, then the rows of their resources in the order of their names: one order for all passes, and all or nothing for
 * each request, so that no two passes or runs wait for each other in a circle. What it grants and whom it tells is
 * written with it.
 */
export async function passLocks(connection: Connection, hint: LockHint): Promise<LockPass> {
  const begun = connection.query({ text: 'begin' })
  const transaction = transactionOn(connection)
  try {
    await begun
    const freed = hint.scan ? await freeLocksOfEnded(transaction) : []
    const released = [...hint.released, ...freed]
    const candidates = await lockRequests(transaction, { ...hint, released })
    const judged = candidates.length === 0 ? [] : await judgeAll(transaction, candidates)
    const letters = await write(transaction, judged)
    const notified = [...letters, ...(await tellWatchers(transaction, released))]
    await transaction.query({ text: 'commit' })
    const granted = judged.filter(({ kind }) => kind === 'granted').length
    return {
      notified,
      granted,
      released: freed,
      isFull: candidates.length >= lockTuning.requestsPerPass && granted > 0,
    }
  } catch (error) {
    await connection.query({ text: 'rollback' }).catch(() => connection.renew())
    throw error
  }
}

/**
 * The connection that has just been sent a `begin`, for the other statements of the transaction. A connection that is
 * opened after a loss has begun none: a statement there would be committed alone, a grant without its letter.
 */
function transactionOn(connection: Connection): Queryable {
  const session = connection.session()
  return {
    async query(statement) {
      if (connection.session() !== session)
        throw new Error('The connection was lost during a pass of the lock manager.')
      return connection.query(statement)
    },
  }
}

interface RequestRow {
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

const requestColumns = `q.owner_id as "ownerId", q.run_id as "runId", q.root_run_id as "rootRunId", q.request,
  q.resources, q.shared, q.slot, q.position::float8 as position, (extract(epoch from q.requested_at) * 1000)::float8 as "requestedAt",
  q.tries, q.blocked_by::text[] as "blockedBy", q.reserved_at is not null as reserved`

/**
 * Requests of the named runs, requests for the released resources, and where it scans those whose hint was lost. Named
 * and new requests and those of child runs come first, whatever their place: many others may wait for what a run above
 * such a child holds, and they would fill every pass.
 */
async function lockRequests(connection: Queryable, hint: LockHint): Promise<readonly RequestRow[]> {
  const { rows } = await connection.query<RequestRow>({
    name: 'locks-candidates',
    text: `
with named as (select run_id, position, 0 as rank from lock_request where run_id = any($1::uuid[])),
freed as (
  select q.run_id, q.position, 1 as rank
    from unnest($2::text[], $3::text[]) as r(owner_id, resource)
    join lock_request q on q.resources @> array[r.resource] and q.owner_id = r.owner_id
   order by q.position limit $5
),
forgotten as (
  select q.run_id, q.position, case when q.tries = 0 or q.run_id <> q.root_run_id then 0 else 2 end as rank
    from lock_request q
   where $4 and (q.tries = 0 or q.run_id <> q.root_run_id or not exists (
     select from resource_lock l
      where l.owner_id = q.owner_id and l.resource = any(q.resources) and l.run_id <> q.run_id
        and (l.mode = 'exclusive' or not l.resource = any(q.shared)))
     and (q.slot is null or (q.slot ->> 'limit')::int > (
       select count(*) from resource_lock l
        where l.owner_id = q.owner_id and l.resource = q.slot ->> 'resource' and l.run_id <> q.run_id)))
   order by rank, q.position limit $5
),
chosen as (
  select run_id from (table named union all table freed union all table forgotten) c
   group by run_id order by min(rank), min(position) limit $5
)
select ${requestColumns}
  from lock_request q where q.run_id = any(array(select run_id from chosen)) order by q.run_id for update`,
    values: [
      hint.runIds,
      hint.released.map(({ ownerId }) => ownerId),
      hint.released.map(({ resource }) => resource),
      hint.scan,
      lockTuning.requestsPerPass,
    ],
  })
  return rows
}

async function judgeAll(connection: Queryable, rows: readonly RequestRow[]): Promise<readonly Judged[]> {
  const names = namesOf(rows)
  await lockResources(connection, names)
  // Only now: what another pass has granted before is seen, and no other pass grants these resources meanwhile.
  const above = await runsAbove(connection, rows)
  const withAbove = (row: RequestRow): WaitingRequest => ({ ...row, above: above.get(row.runId) ?? [] })
  const candidates = rows.map(withAbove)
  const held = await heldLocks(connection, names, [...new Set([...above.values()].flat())])
  const waiting = await waitingFor(connection, names)
  const { now } = (await one<{ now: number }>(connection, 'locks-now', nowStatement)) ?? { now: 0 }
  return judge(candidates, { held, waiting: waiting.map(withAbove), now })
}

const nowStatement = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now'

async function one<Row extends object>(connection: Queryable, name: string, text: string): Promise<Row | undefined> {
  const { rows } = await connection.query<Row>({ name, text, values: [] })
  return rows[0]
}

interface Names {
  readonly owners: readonly string[]
  readonly resources: readonly string[]
}

/** The names of all resources of the requests, in one order. */
function namesOf(rows: readonly RequestRow[]): Names {
  const keys = new Map<string, readonly [string, string]>()
  for (const { ownerId, resources } of rows) {
    for (const resource of resources) keys.set(`${ownerId}\u0000${resource}`, [ownerId, resource])
  }
  const sorted = [...keys.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair)
  return { owners: sorted.map(([owner]) => owner), resources: sorted.map(([, resource]) => resource) }
}

/** Makes the rows of resources at their first use, and locks them. */
async function lockResources(connection: Queryable, { owners, resources }: Names): Promise<void> {
  await connection.query({
    name: 'locks-first-use',
    text: `
insert into resource (owner_id, id, kind)
select r.owner_id, r.id, split_part(r.id, ':', 1) from unnest($1::text[], $2::text[]) as r(owner_id, id)
 order by 1, 2
on conflict do nothing`,
    values: [owners, resources],
  })
  await connection.query({
    name: 'locks-lock',
    text: `
select from resource s
 where (s.owner_id, s.id) in (select * from unnest($1::text[], $2::text[]))
 order by s.owner_id, s.id for update`,
    values: [owners, resources],
  })
}

/** The runs above each child among the requests, the parent first. */
async function runsAbove(
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
async function heldLocks(
  connection: Queryable,
  { owners, resources }: Names,
  above: readonly string[],
): Promise<readonly HeldLock[]> {
  const { rows } = await connection.query<HeldLock>({
    name: 'locks-held',
    text: `
select l.owner_id as "ownerId", l.resource, l.run_id as "runId", l.root_run_id as "rootRunId", l.mode,
       l.token::float8 as token, l.quarantined, (extract(epoch from l.since) * 1000)::float8 as since
  from resource_lock l
 where (l.owner_id, l.resource) in (select * from unnest($1::text[], $2::text[]))
union
select l.owner_id, l.resource, l.run_id, l.root_run_id, l.mode, l.token::float8, l.quarantined,
       (extract(epoch from l.since) * 1000)::float8
  from resource_lock l where l.run_id = any($3::uuid[])`,
    values: [owners, resources, above],
  })
  return rows
}

/** The first of the requests for these resources. */
async function waitingFor(connection: Queryable, { owners, resources }: Names): Promise<readonly RequestRow[]> {
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

/** Writes what was judged; returns the runs that got a letter. */
async function write(connection: Queryable, judged: readonly Judged[]): Promise<readonly string[]> {
  if (judged.length === 0) return []
  const tokens = await grant(connection, judged)
  await refuse(connection, judged)
  const letters = judged.flatMap((each) => {
    const { runId } = each.request
    const cancels = each.kind === 'refused' ? each.refusal.cancels : undefined
    return [
      ...(each.kind === 'refused' && !each.isNews ? [] : [{ runId, command: letterOf(each, tokens.get(runId)) }]),
      ...(cancels === undefined ? [] : [{ runId: cancels, command: cancelLetter(each) }]),
    ]
  })
  await rowsOfLetters(connection, letters)
  if (tokens.size > 0) reach('lock.granted')
  if (judged.some(({ kind }) => kind === 'refused')) reach('lock.refused')
  return letters.map(({ runId }) => runId)
}

type Tokens = ReadonlyMap<string, Readonly<Record<string, number>>>

async function grant(connection: Queryable, judged: readonly Judged[]): Promise<Tokens> {
  const rows = judged.flatMap((each) => (each.kind === 'granted' ? rowsOf(each.request) : []))
  const runs = [...new Set(rows.map(({ run_id }) => run_id))]
  if (judged.every(({ kind }) => kind !== 'granted')) return new Map()
  const { rows: granted } = await connection.query<{ runId: string; resource: string; token: number }>({
    name: 'locks-grant',
    text: `
with asked as (
  select * from jsonb_to_recordset($1::jsonb) as a(owner_id text, resource text, run_id uuid, root_run_id uuid, mode text)
),
counted as (
  update resource r set next_token = r.next_token + 1 from asked a
   where a.mode = 'exclusive' and (r.owner_id, r.id) = (a.owner_id, a.resource)
  returning r.owner_id, r.id, r.next_token - 1 as token
),
held as (
  insert into resource_lock (owner_id, resource, run_id, root_run_id, mode, token)
  select a.owner_id, a.resource, a.run_id, a.root_run_id, a.mode, coalesce(c.token, 0)
    from asked a left join counted c on (c.owner_id, c.id) = (a.owner_id, a.resource) and a.mode = 'exclusive'
  on conflict (owner_id, resource, run_id) do update
     set mode = excluded.mode, token = excluded.token, since = excluded.since, quarantined = false
  returning run_id, resource, token
),
left_queue as (delete from lock_request where run_id = any($2::uuid[])),
entered as (update resource_lock set quarantined = false where run_id = any($2::uuid[]) and quarantined
              and (owner_id, resource) not in (select owner_id, resource from asked))
select run_id as "runId", resource, token::float8 as token from held`,
    values: [JSON.stringify(rows), runs],
  })
  const tokens = new Map<string, Record<string, number>>()
  for (const { runId, resource, token } of granted) {
    const of = tokens.get(runId) ?? {}
    of[resource] = token
    tokens.set(runId, of)
  }
  return tokens
}

function rowsOf({ ownerId, runId, rootRunId, resources, shared }: WaitingRequest) {
  return resources.map((resource) => ({
    owner_id: ownerId,
    resource,
    run_id: runId,
    root_run_id: rootRunId,
    mode: shared.includes(resource) ? 'shared' : 'exclusive',
  }))
}

/** Counts the refusals, and ends requests that are refused for good. */
async function refuse(connection: Queryable, judged: readonly Judged[]): Promise<void> {
  const rows = judged.flatMap((each) => {
    if (each.kind !== 'refused') return []
    const { retryNote, blockedBy, reserved, code } = each.refusal
    return [
      { run_id: each.request.runId, retry_note: retryNote, blocked_by: blockedBy, reserved, final: code !== undefined },
    ]
  })
  if (rows.length === 0) return
  await connection.query({
    name: 'locks-refuse',
    text: `
with refused as (
  select * from jsonb_to_recordset($1::jsonb) as r(run_id uuid, retry_note text, blocked_by uuid[], reserved boolean, final boolean)
),
ended as (delete from lock_request q using refused r where r.final and q.run_id = any(array[r.run_id]))
update lock_request q
   set tries = q.tries + 1, retry_note = r.retry_note, blocked_by = r.blocked_by,
       reserved_at = case when r.reserved then coalesce(q.reserved_at, clock_timestamp()) end
  from refused r where not r.final and q.run_id = any(array[r.run_id])`,
    values: [JSON.stringify(rows)],
  })
}
