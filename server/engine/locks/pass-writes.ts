import { reach } from '../crash-points.ts'
import type { LockHint } from '../ports.ts'
import type { Queryable } from '../store/connection/connection.ts'
import { cancelLetter, type Judged, letterOf } from './judge.ts'
import { rowsOfLetters } from './letters.ts'
import { modeOf, type WaitingRequest } from './lock-rows.ts'
import { keyOf } from './pass-reads.ts'
import { tellWatchers } from './watchers.ts'

export interface JudgedPass {
  readonly all: readonly Judged[]
  /** The token of the next exclusive lock of each resource, by `keyOf`. */
  readonly tokens: ReadonlyMap<string, number>
}

/** Writes what was judged, and commits; returns the runs that got a letter. */
export async function writePass(
  connection: Queryable,
  { all, tokens }: JudgedPass,
  released: LockHint['released'],
): Promise<readonly string[]> {
  const letters = all.flatMap((each) => {
    const { runId } = each.request
    const cancels = each.kind === 'refused' ? each.refusal.cancels : undefined
    return [
      ...(each.kind === 'refused' && !each.isNews ? [] : [{ runId, command: letterOf(each, tokensOf(each, tokens)) }]),
      ...(cancels === undefined ? [] : [{ runId: cancels, command: cancelLetter(each) }]),
    ]
  })
  const writes = [grant(connection, all), refuse(connection, all), rowsOfLetters(connection, letters)]
  const watchers = tellWatchers(connection, released)
  if (all.some(({ kind }) => kind === 'granted')) reach('lock.granted')
  if (all.some(({ kind }) => kind === 'refused')) reach('lock.refused')
  // A commit behind a statement that failed is a rollback.
  const [told] = await Promise.all([watchers, ...writes, connection.query({ text: 'commit' })])
  return [...letters.map(({ runId }) => runId), ...told]
}

/** The tokens of a grant, by resource; a shared lock has token 0. */
function tokensOf({ request }: Judged, tokens: JudgedPass['tokens']): Readonly<Record<string, number>> {
  const tokenOf = (resource: string) =>
    modeOf(request, resource) === 'shared' ? 0 : (tokens.get(keyOf(request.ownerId, resource)) ?? 0)
  return Object.fromEntries(request.resources.map((resource) => [resource, tokenOf(resource)]))
}

async function grant(connection: Queryable, judged: readonly Judged[]): Promise<void> {
  const granted = judged.filter(({ kind }) => kind === 'granted')
  if (granted.length === 0) return
  await connection.query({
    name: 'locks-grant',
    text: `
with asked as (
  select * from jsonb_to_recordset($1::jsonb) as a(owner_id text, resource text, run_id uuid, root_run_id uuid, mode text)
),
counted as (
  -- The pass has locked these rows, so they stay where they are.
  update resource r set next_token = r.next_token + 1
    from asked a cross join lateral (
      select ctid as place from resource x where x.owner_id = a.owner_id and x.id = a.resource offset 0) found
   where a.mode = 'exclusive' and r.ctid = found.place
  returning r.owner_id, r.id, r.next_token - 1 as token
),
left_queue as (delete from lock_request where run_id = any($2::uuid[])),
entered as (update resource_lock set quarantined = false where run_id = any($2::uuid[]) and quarantined
              and (owner_id, resource) not in (select owner_id, resource from asked))
insert into resource_lock (owner_id, resource, run_id, root_run_id, mode, token)
select a.owner_id, a.resource, a.run_id, a.root_run_id, a.mode, coalesce(c.token, 0)
  from asked a left join counted c on (c.owner_id, c.id) = (a.owner_id, a.resource) and a.mode = 'exclusive'
on conflict (owner_id, resource, run_id) do update
   set mode = excluded.mode, token = excluded.token, since = excluded.since, quarantined = false`,
    values: [
      JSON.stringify(granted.flatMap(({ request }) => rowsOf(request))),
      granted.map(({ request }) => request.runId),
    ],
  })
}

function rowsOf({ ownerId, runId, rootRunId, resources, shared }: WaitingRequest) {
  return resources.map((resource) => ({
    owner_id: ownerId,
    resource,
    run_id: runId,
    root_run_id: rootRunId,
    mode: modeOf({ shared }, resource),
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
