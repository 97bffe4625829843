import { speaks } from '#server/fleet/vocabulary.ts'
import { boundsOf, type RunBudget } from '#server/run-budget.ts'
import type { Append, Appended } from '../commit/append.ts'
import { reach } from '../crash-points.ts'
import { excludesPayloads } from '../payload/payload-budget.ts'
import type { Claimed, ClaimLimit, EngineIdentity, TakeRuns } from '../ports.ts'
import { kindOfStoreError } from '../store-error.ts'
import { tuning } from '../tuning.ts'
import { appendAll } from './append/append.ts'
import { uuidArray } from './connection/binary-array.ts'
import type { Connection, Statement } from './connection/connection.ts'
import { type LoadedRow, loadedRuns, loadPicked } from './load.ts'
import { payloadHoldersOf, runsWithinBudget, storePayloads } from './payloads.ts'
import { PARKED, placesOfWoken } from './queue-position.ts'
import { pickWithinBudget } from './slots/pick-within-budget.ts'
import { lockSlots, settleSlots } from './slots/slot-rows.ts'

const RETRY_MS = { first: 10, longest: 1_000 }

/**
 * The lock on the engine's own row keeps `recover` from deleting an engine that is claiming; without a lease it gets no
 * runs.
 */
const alive = 'select id from engine where id = $2 and lease_expires_at > clock_timestamp() for key share'

const pick = (readyRuns: string) => `
with alive as materialized (${alive}),
picked as materialized (${readyRuns} limit $1 for update of r skip locked)
${loadPicked()}`

const hasNoLargeValues = 'not exists (select from payload_use u where u.run_id = any(array[r.run_id]))'

/** An engine takes no run whose history may have events that it does not understand. */
const understood = `r.position < ${PARKED} and r.needs <= ${speaks}`

const pickReady = (which = '') =>
  pick(`
  select r.run_id from ready r where ${understood} and exists (select from alive) ${which} order by r.position`)

/** Owners with few runs stand at the very front of the queue: further back there are only runs of owners with many. */
const pickFairLane = (which = '') =>
  pick(`
  select r.run_id
    from (select r.run_id, r.owner_id from ready r
           where ${understood} and exists (select from alive) ${which}
           order by r.position limit ${tuning.fairLaneFront}) front
    join ready r on r.run_id = any(array[front.run_id])
   where front.owner_id <> all($3::text[])`)

/**
 * Where other engines are alive, a claim takes its share of the runs that wait, and not all of them: the others wake up
 * by the same hint. The waiting runs are counted as far as it matters.
 */
const pickShare = (which = '') => `
with alive as materialized (${alive}),
share as materialized (
  select greatest(${tuning.leastShare}, ceil(count(*)::float8 / $3::int))::int as runs
    from (select from ready where position < ${PARKED} order by position limit $1::int * $3::int) waiting
),
picked as materialized (
  select r.run_id from ready r where ${understood} and exists (select from alive) ${which} order by r.position
   limit least($1::int, (select runs from share)) for update of r skip locked)
${loadPicked()}`

const picks = {
  share: { name: 'claim-pick-share', text: pickShare() },
  shareSmall: { name: 'claim-pick-small-share', text: pickShare(`and ${hasNoLargeValues}`) },
  ofAll: { name: 'claim-pick', text: pickReady() },
  ofAllSmall: { name: 'claim-pick-small', text: pickReady(`and ${hasNoLargeValues}`) },
  fairLane: { name: 'claim-pick-fair', text: pickFairLane() },
  fairLaneSmall: { name: 'claim-pick-small-fair', text: pickFairLane(`and ${hasNoLargeValues}`) },
  withinBudget: { name: 'claim-pick-slots', text: pickWithinBudget(alive, hasNoLargeValues) },
}

function pickStatement(
  { id }: EngineIdentity,
  { runs, notOf = [], engines = 1, payloads }: ClaimLimit,
  budget?: RunBudget,
) {
  const isSmall = payloads !== undefined && excludesPayloads(payloads)
  if (budget) {
    return { ...picks.withinBudget, values: [runs, id, notOf, ...boundsOf(budget), budget.waitSeconds, isSmall] }
  }
  if (notOf.length === 0 && engines > 1)
    return { ...(isSmall ? picks.shareSmall : picks.share), values: [runs, id, engines] }
  if (notOf.length === 0) return { ...(isSmall ? picks.ofAllSmall : picks.ofAll), values: [runs, id] }
  return { ...(isSmall ? picks.fairLaneSmall : picks.fairLane), values: [runs, id, notOf] }
}

/**
 * A claim takes runs from the ready table in one transaction: it locks the rows, loads the runs, lets `take` decide
 * their ownership records, then writes those records and the owner, and removes the rows. A run that another engine
 * wrote to in between is not taken and stays in the table.
 */
export async function claim(
  connection: Connection,
  engine: EngineIdentity,
  limit: ClaimLimit,
  take: TakeRuns,
  ended?: AbortSignal,
  budget?: RunBudget,
): Promise<Claimed> {
  let appends: readonly Append[] = []
  let slots: Statement | null = null
  let sent = false
  reach('claim.before')
  const begun = connection.query({ text: 'begin' })
  const session = connection.session()
  const locked = budget && connection.query(lockSlots)
  try {
    const pickedRows = connection.query<LoadedRow>(pickStatement(engine, limit, budget))
    const [, picked] = await Promise.all([begun, pickedRows, locked])
    if (picked.rows.length === 0) {
      await connection.query({ text: 'rollback' })
      return { found: 0, answers: new Map() }
    }
    reach('claim.locked')
    const rows = await runsWithinBudget(connection, picked.rows, limit.payloads)
    const left = picked.rows.length - rows.length
    const taken = await take(await loadedRuns(connection, rows))
    appends = taken.appends
    slots = budget ? slotsAfter(engine, rows, taken) : null
    sent = true
    // A statement sent behind the commit would not be part of it: so all pieces of large values are stored before.
    await storePayloads(connection, payloadHoldersOf(appends))
    // A new connection has not begun this transaction, and values stored on the lost connection are rolled back.
    if (connection.session() !== session) throw new Error('The connection was lost during a claim.')
    const leave = taken.leave.length > 0 ? connection.query(leaveStatement(taken.leave)) : null
    const parked = taken.parked?.length ? connection.query(parkStatement(taken.parked)) : null
    const written = appends.length > 0 ? appendAll(connection, engine, appends, false) : Promise.resolve([])
    const settled = slots && connection.query(slots)
    const committed = connection.query({ text: 'commit' })
    reach('claim.sent')
    const [answers] = await Promise.all([written, leave, parked, settled, committed])
    reach('claim.after')
    return { found: rows.length - (taken.waiting ?? 0), left, answers: byRun(appends, answers) }
  } catch (error) {
    // A transaction that cannot be rolled back must not include the next statements: its connection is dropped.
    await connection.query({ text: 'rollback' }).catch(() => connection.renew())
    const kind = kindOfStoreError(error)
    if (!sent || appends.length === 0) throw error
    const answers =
      kind === 'transient'
        ? byRun(appends, await settleUnclear(connection, engine, appends, ended))
        : await oneByOne(connection, engine, appends, ended)
    // Without an answer here, the slots are counted anew later.
    if (slots) await connection.query(slots).catch(() => undefined)
    return { found: appends.length, answers }
  }
}

/** The statement about the slots of the claimed runs. The slots of a fan-out go to its variants. */
function slotsAfter(
  engine: EngineIdentity,
  rows: readonly LoadedRow[],
  { appends, leave, parked = [] }: Awaited<ReturnType<TakeRuns>>,
): Statement {
  const fanOuts = new Set(rows.flatMap(({ run_id, slots = 0 }) => (slots > 1 ? [run_id] : [])))
  const variants = appends.flatMap((append) => (fanOuts.has(append.runId) ? (append.rows?.children ?? []) : []))
  return settleSlots(
    engine,
    [...appends.map(({ runId }) => runId), ...leave.map(({ runId }) => runId), ...parked],
    variants.map(({ runId }) => runId),
  )
}

/**
 * Writes the appends one by one, since one of them can never be stored, or trips over a bug: the others are taken, and
 * the run of that one stays in the table, without an answer.
 */
async function oneByOne(
  connection: Connection,
  engine: EngineIdentity,
  appends: readonly Append[],
  ended?: AbortSignal,
): Promise<ReadonlyMap<string, Appended>> {
  const answers = new Map<string, Appended>()
  let bug: unknown = null
  for (const append of appends) {
    try {
      const [answer] = await settleUnclear(connection, engine, [append], ended)
      if (answer) answers.set(append.runId, answer)
    } catch (error) {
      const kind = kindOfStoreError(error)
      if (kind === 'transient') throw error
      if (kind === 'bug') bug = error
    }
  }
  // When no run was taken, the error is the only report of the bug.
  if (answers.size === 0 && bug !== null) throw bug
  return answers
}

/**
 * Settles a claim whose commit had no answer. A run that this engine holds unknowingly would be stuck, so the engine
 * asks until the result is known: the ownership records were committed, or never will be, as their connection is gone.
 * A stopping engine need not know: it gives back all its runs, or recovery finds them when the lease has expired.
 */
async function settleUnclear(
  connection: Connection,
  engine: EngineIdentity,
  appends: readonly Append[],
  ended?: AbortSignal,
): Promise<readonly Appended[]> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await storePayloads(connection, payloadHoldersOf(appends))
      return await appendAll(connection, engine, appends, true)
    } catch (error) {
      if (ended?.aborted || kindOfStoreError(error) !== 'transient') throw error
      await new Promise((resolve) => setTimeout(resolve, Math.min(RETRY_MS.first * 2 ** attempt, RETRY_MS.longest)))
    }
  }
}

function byRun(appends: readonly Append[], answers: readonly Appended[]): ReadonlyMap<string, Appended> {
  return new Map(appends.map(({ runId }, index) => [runId, answers[index] ?? { kind: 'fenced' }]))
}

/**
 * Removes runs without work from the ready table, and answers their mail. The lock on `run_state` orders this statement
 * and a sender: either this statement sees the message and the run stays in the table, or the sender finds the run gone
 * from the table and puts it in again.
 */
function leaveStatement(leave: Awaited<ReturnType<TakeRuns>>['leave']) {
  return {
    name: 'claim-leave',
    text: `
with data as (select * from jsonb_to_recordset($1::jsonb) as d(run_id uuid, mail_seq bigint, handled jsonb)),
idle as (
  select s.run_id from data d join run_state s on s.run_id = any(array[d.run_id]) and s.mail_seq = d.mail_seq
     and s.engine_id is null
   order by s.run_id for update of s
),
letters as (
  select h.* from data d join idle using (run_id),
         lateral jsonb_to_recordset(d.handled) as h(mail_id bigint, reply jsonb)
),
answered as (
  update mailbox m set reply = l.reply, handled_at = clock_timestamp()
    from letters l where m.id = any(array[l.mail_id]) and l.reply is not null
),
removed as (
  delete from mailbox m using letters l where m.id = any(array[l.mail_id]) and l.reply is null
)
delete from ready q using idle i where q.run_id = any(array[i.run_id])`,
    values: [
      JSON.stringify(
        leave.map(({ runId, mailSeq, handled }) => ({
          run_id: runId,
          mail_seq: mailSeq,
          handled: handled.map(({ mailId, reply }) => ({ mail_id: mailId, reply })),
        })),
      ),
    ],
  }
}

function parkStatement(runIds: readonly string[]) {
  return {
    name: 'claim-park',
    text: `update ready set position = ${PARKED} where run_id = any($1::uuid[])`,
    values: [uuidArray(runIds)],
  }
}

/**
 * Puts parked runs back into the queue, and idle runs with unread mail: such mail, whose run is neither
 * held nor in the table, is a trace of an earlier version.
 */
export async function unpark(connection: Connection, limit: number): Promise<number> {
  const { rows } = await connection.query<{ runs: number }>({
    name: 'unpark',
    text: `
with parked as (
  select run_id, owner_id from ready where position >= ${PARKED} order by position limit $1 for update skip locked
),
again as (
  update ready r set woken = p.woken, position = p.position
    from (${placesOfWoken('select run_id, owner_id from parked')}) p where r.run_id = any(array[p.run_id])
  returning r.run_id
),
forgotten as (
  select distinct s.run_id, s.owner_id
    from mailbox m join run_state s on s.run_id = any(array[m.run_id]) and s.engine_id is null
   where m.handled_at is null and not exists (select from ready r where r.run_id = any(array[m.run_id]))
   limit $1
),
unread as (
  insert into ready (run_id, owner_id, woken, position) ${placesOfWoken('select run_id, owner_id from forgotten')}
  on conflict do nothing
  returning run_id
)
select ((select count(*) from again) + (select count(*) from unread))::int as runs`,
    values: [limit],
  })
  return rows[0]?.runs ?? 0
}
