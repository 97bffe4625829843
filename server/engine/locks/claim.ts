import type { LockHint, LockPass } from '../ports.ts'
import type { Connection, Queryable } from '../store/connection/connection.ts'
import { judge } from './judge.ts'
import type { WaitingRequest } from './lock-rows.ts'
import {
  heldLocks,
  lockResources,
  namesOf,
  type RequestRow,
  readNow,
  requestColumns,
  runsAbove,
  waitingFor,
} from './pass-reads.ts'
import { type JudgedPass, writePass } from './pass-writes.ts'
import { freeLocksOfEnded } from './scan.ts'
import { lockTuning } from './tuning.ts'

/**
 * One pass of the lock manager, in one transaction. It locks the requests that the hint concerns in the order of their
 * runs, then the rows of their resources in the order of their names: one order for all passes, and all or nothing for
 * each request, so that no two passes or runs wait for each other in a circle. The grants and the letters about them are
 * written with it. Statements that do not depend on each other's answers are sent together: a pass costs three round
 * trips.
 */
export async function passLocks(connection: Connection, hint: LockHint): Promise<LockPass> {
  const begun = connection.query({ text: 'begin' })
  const transaction = transactionOn(connection)
  try {
    await begun
    const freed = hint.scan ? await freeLocksOfEnded(transaction) : []
    const released = [...hint.released, ...freed]
    const candidates = await lockRequests(transaction, { ...hint, released })
    const judged = candidates.length === 0 ? noneJudged : await judgeAll(transaction, candidates)
    const notified = await writePass(transaction, judged, released)
    const granted = judged.all.filter(({ kind }) => kind === 'granted').length
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

/**
 * Requests of the named runs, requests for the released resources, and where it scans those whose hint was lost. Named
 * and new requests and those of child runs come first, whatever their place: many others may wait for what a run above
 * such a child holds, and they would fill every pass.
 */
async function lockRequests(connection: Queryable, hint: LockHint): Promise<readonly RequestRow[]> {
  const isNamedAlone = hint.released.length === 0 && !hint.scan && hint.runIds.length <= lockTuning.requestsPerPass
  if (isNamedAlone) return lockNamed(connection, hint.runIds)
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

/** The requests of the named runs alone: the cheap statement of a pass that no release has caused. */
async function lockNamed(connection: Queryable, runIds: readonly string[]): Promise<readonly RequestRow[]> {
  const { rows } = await connection.query<RequestRow>({
    name: 'locks-named',
    text: `select ${requestColumns} from lock_request q where q.run_id = any($1::uuid[]) order by q.run_id for update`,
    values: [runIds],
  })
  return rows
}

const noneJudged: JudgedPass = { all: [], tokens: new Map() }

async function judgeAll(connection: Queryable, rows: readonly RequestRow[]): Promise<JudgedPass> {
  const names = namesOf(rows)
  const above = await runsAbove(connection, rows)
  const withAbove = (row: RequestRow): WaitingRequest => ({ ...row, above: above.get(row.runId) ?? [] })
  // The server runs them in this order, each with a snapshot of its own: behind the row locks of the resources it sees
  // what another pass granted before, and no other pass grants these resources meanwhile.
  const [tokens, held, waiting, now] = await Promise.all([
    lockResources(connection, names),
    heldLocks(connection, names, [...new Set([...above.values()].flat())]),
    waitingFor(connection, names),
    readNow(connection),
  ])
  const all = judge(rows.map(withAbove), { held, waiting: waiting.map(withAbove), now })
  return { all, tokens }
}
