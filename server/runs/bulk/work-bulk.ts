import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { permits } from '#server/access/may.ts'
import { auditInsert } from '#server/audit/record-audit.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores, StoresOf } from '../../stores.ts'
import { sendVerb } from '../acting/send-verb.ts'
import { rerun } from '../rerun/rerun.ts'
import { actorNow } from './actor-now.ts'
import { type BulkVerb, permissionOfBulk } from './bulk-models.ts'
import { findRestartedAncestor } from './restarted-ancestor.ts'

interface Item {
  readonly place: number
  readonly run_id: string
  /**
   * Derived from the operation and the run, so that a repeated command, after a crash or from a concurrent process, has
   * an equal id.
   */
  readonly command_id: string
}

interface Handled {
  readonly place: number
  /** Null: the run has not answered yet. It gets the command again, with an equal id, after all other runs. */
  readonly outcome: 'done' | 'refused' | null
  readonly status: string | null
  readonly code: string | null
  readonly message: string | null
  readonly new_run_id: string | null
}

interface Operation {
  readonly actor: Actor
  readonly verb: BulkVerb
  readonly cancelled: boolean
}

/**
 * Processes one batch of runs for each of some open operations. False: no operation is due. Operations take turns. An
 * operation pauses when none of its runs answered, because no engine can claim them; other operations continue. `stores`
 * find the operations of all owners; the rest is done with the stores of each one's owner.
 */
export async function workBulk(stores: Stores, storesOf: StoresOf = () => stores): Promise<boolean> {
  const { rows } = await stores.pool.query<{ id: string; owner_id: string }>(
    // Rounded to the precision of the column: otherwise an operation that is due now could be found half a millisecond
    // late.
    `select id, owner_id from bulk_operation
      where ended_at is null and resume_at <= now()::timestamptz(3) order by resume_at, id limit $1`,
    [limits.bulk.operations],
  )
  const lanes = Math.max(1, Math.floor(limits.bulk.atOnce / rows.length))
  await Promise.all(rows.map(({ id, owner_id }) => workOne(storesOf(owner_id), id, lanes)))
  return rows.length > 0
}

async function workOne(stores: Stores, id: string, lanes: number): Promise<void> {
  const { rows } = await stores.pool.query<Operation>(
    'select actor, verb, cancelled_at is not null as cancelled from bulk_operation where id = $1',
    [id],
  )
  const [operation] = rows
  if (!operation) return
  const { actor: starter, verb, cancelled } = operation
  const now = await actorNow(stores, starter)
  const isPermitted = now !== null && permits(now, permissionOfBulk(verb)).allowed
  // What was sent while it was permitted has its effect, and gets its answer under the name of the starter.
  const actor = isPermitted ? now : starter
  if (cancelled) await leaveUnasked(stores, id)
  else if (!isPermitted) await refuseUnasked(stores, id, starter)
  const items = await nextItems(stores, id, verb)
  if (items.length === 0) return end(stores, id)
  const handled: Handled[] = []
  const queue = items.values()
  let silent = 0
  const ask = async () => {
    for (const item of queue) {
      const answer = await askOne(stores, id, actor, verb, item)
      handled.push(answer)
      silent = answer.outcome === null ? silent + 1 : 0
      // No engine is there to answer the remaining runs either: they are left for a later batch.
      if (silent >= limits.bulk.atOnce) return
    }
  }
  await Promise.all(Array.from({ length: lanes }, ask))
  await record(stores, id, actor, handled)
}

const lockOperation = 'select id from bulk_operation where id = $1 for update'

const commandId = 'md5(i.bulk_id::text || i.run_id::text)::uuid'

/** The effect of a retry on a run depends on whether its ancestors were retried, so the retry waits for them. */
const waitsForAbove = `
  exists (
    with recursive above as (
      select r.parent_run_id as id where r.parent_run_id is not null
      union all
      select p.parent_run_id from above a join run p on p.id = a.id where p.parent_run_id is not null)
    select from above a join bulk_item o on o.bulk_id = i.bulk_id and o.run_id = a.id and o.outcome is null)`

async function nextItems({ pool }: Stores, id: string, verb: BulkVerb): Promise<readonly Item[]> {
  const { rows } = await pool.query<Item>(
    `select i.place, i.run_id, ${commandId} as command_id
       from bulk_item i left join run r on r.id = i.run_id
      where i.bulk_id = $1 and i.outcome is null ${verb.type === 'retry' ? `and not ${waitsForAbove}` : ''}
      order by i.handled_at nulls first, i.place limit $2`,
    [id, limits.bulk.batch],
  )
  return rows
}

async function askOne(stores: Stores, id: string, actor: Actor, verb: BulkVerb, item: Item): Promise<Handled> {
  const { place, run_id: runId, command_id: operationId } = item
  const nothing = { place, outcome: null, status: null, code: null, message: null, new_run_id: null }
  try {
    if (verb.type === 'rerun') {
      const { newRunId, status } = await rerun(stores, actor, { ...verb, runId, operationId })
      return { ...nothing, outcome: 'done', status, new_run_id: newRunId }
    }
    const above = verb.type === 'retry' ? await findRestartedAncestor(stores, id, runId) : null
    if (above !== null) {
      const message = `Not retried separately: its parent run ${above} was retried and does this work in a new run.`
      return { ...nothing, outcome: 'refused', code: 'INVALID_TRANSITION', message }
    }
    const answer = await sendVerb(stores, actor, { runId, operationId, verb })
    return answer.outcome === 'accepted' ? nothing : { ...nothing, outcome: 'done', status: answer.status }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'UNAVAILABLE' || error.code === 'TOO_MANY_REQUESTS' || error.code === 'QUOTA_EXCEEDED')
      return nothing
    return { ...nothing, outcome: 'refused', code: error.code, message: error.message }
  }
}

/**
 * Overwrites the outcome `left` too: another process may have set it because it could not see the pending command. The
 * operation is locked before its items, so that two transactions recording one batch take their locks in one order.
 */
async function record({ pool }: Stores, id: string, actor: Actor, handled: readonly Handled[]): Promise<void> {
  const times = handled.filter(({ code }) => code === 'FORBIDDEN' || code === 'NOT_ENTITLED').length
  const values: unknown[] = [id, JSON.stringify(handled)]
  const bind = (value: unknown) => `$${values.push(value)}`
  const refusal = { actor, action: 'bulk.item', target: id, times, outcome: 'refused' } as const
  const pauseMs = handled.every(({ outcome }) => outcome === null) ? limits.bulk.pauseMs : 0
  await pool.query(
    `with operation as materialized (${lockOperation}),
     fresh as (
       update bulk_item i
          set outcome = h.outcome, status = h.status, code = h.code, message = h.message, new_run_id = h.new_run_id,
              handled_at = now()
         from operation,
              json_to_recordset($2) as h(place int, outcome text, status text, code text, message text, new_run_id uuid)
        where i.bulk_id = operation.id and i.place = h.place and (i.outcome is null or i.outcome = 'left')
       returning i.outcome)
     ${times > 0 ? `, audited as (${auditInsert(refusal, bind, 'exists (select from fresh)')})` : ''}
     update bulk_operation
        set done = done + (select count(*) from fresh where outcome = 'done'),
            refused = refused + (select count(*) from fresh where outcome = 'refused'),
            ended_at = case when not exists (select from fresh where outcome is null) then ended_at end,
            resume_at = now() + make_interval(secs => ${bind(pauseMs)}::float8 / 1000)
      where id = $1`,
    values,
  )
}

/** An item of `operation` whose run cannot have got the command. */
const isUnasked = `i.bulk_id = operation.id and i.outcome is null
  and not exists (select from mailbox m where m.operation_id = ${commandId})
  and not exists (select from run r join run n on n.owner_id = r.owner_id and n.idempotency_key = ${commandId}::text
                   where r.id = i.run_id)`

/**
 * Marks the remaining runs as `left`, except runs that may have got the command: these will execute it, however late. A
 * rerun run has such a command in its mailbox, or a new run exists under the command's id; a repeated command returns
 * that run.
 */
async function leaveUnasked({ pool }: Stores, id: string): Promise<void> {
  await pool.query(
    `with operation as materialized (${lockOperation})
     update bulk_item i set outcome = 'left' from operation where ${isUnasked}`,
    [id],
  )
}

/**
 * Refuses the remaining runs, except runs that may have got the command: the person who started the operation may not go
 * on with it, by the roles of this moment.
 */
async function refuseUnasked({ pool }: Stores, id: string, actor: Actor): Promise<void> {
  const message = `${actor.name} may not do this any more: their roles were changed, or they left, after they had started the operation.`
  const values: unknown[] = [id, message]
  const bind = (value: unknown) => `$${values.push(value)}`
  const refusal = { actor, action: 'bulk.item', target: id, outcome: 'refused' } as const
  await pool.query(
    `with operation as materialized (${lockOperation}),
     fresh as (
       update bulk_item i set outcome = 'refused', code = 'FORBIDDEN', message = $2, handled_at = now()
         from operation where ${isUnasked} returning 1),
     audited as (${auditInsert(refusal, bind, 'exists (select from fresh)')})
     update bulk_operation set refused = refused + (select count(*) from fresh) where id = $1`,
    values,
  )
}

async function end({ pool }: Stores, id: string): Promise<void> {
  await pool.query('update bulk_operation set ended_at = now() where id = $1 and ended_at is null', [id])
}
