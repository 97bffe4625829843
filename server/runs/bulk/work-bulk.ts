import { limits } from '#core/limits.ts'
import type { Actor } from '../../actor.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import { sendVerb } from '../send-verb.ts'
import type { BulkVerb } from './bulk-models.ts'

interface Item {
  readonly place: number
  readonly run_id: string
  /** Made from the operation and the run: whoever asks again, after a crash or beside another, asks the same. */
  readonly command_id: string
}

interface Handled {
  readonly place: number
  readonly outcome: 'done' | 'refused'
  readonly status: string | null
  readonly code: string | null
  readonly message: string | null
}

/** Goes on with the oldest operation over many runs by one batch. False: there is nothing to do. */
export async function workBulk(stores: Stores): Promise<boolean> {
  const { pool } = stores
  const { rows } = await pool.query<{ id: string; actor: Actor; verb: BulkVerb; cancelled: boolean }>(
    `select id, actor, verb, cancelled_at is not null as cancelled
       from bulk_operation where ended_at is null order by created_at, id limit 1`,
  )
  const operation = rows[0]
  if (!operation) return false
  const items = operation.cancelled ? [] : await nextItems(stores, operation.id)
  if (items.length === 0) {
    await end(stores, operation.id)
    return true
  }
  const handled: Handled[] = []
  const queue = items.values()
  const ask = async () => {
    for (const item of queue) {
      const answer = await askOne(stores, operation.actor, operation.verb, item)
      if (answer) handled.push(answer)
    }
  }
  await Promise.all(Array.from({ length: limits.bulk.atOnce }, ask))
  await record(stores, operation.id, handled)
  return true
}

async function nextItems({ pool }: Stores, id: string): Promise<readonly Item[]> {
  const { rows } = await pool.query<Item>(
    `select place, run_id, md5(bulk_id::text || run_id::text)::uuid as command_id from bulk_item
      where bulk_id = $1 and outcome is null order by place limit $2`,
    [id, limits.bulk.batch],
  )
  return rows
}

/** Null: the run has not answered yet; it is asked again in the next batch, by the same id. */
async function askOne(stores: Stores, actor: Actor, verb: BulkVerb, item: Item): Promise<Handled | null> {
  const { place, run_id: runId, command_id: operationId } = item
  try {
    const answer = await sendVerb(stores, actor, { runId, operationId, verb })
    if (answer.outcome === 'accepted') return null
    return { place, outcome: 'done', status: answer.status, code: null, message: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'TOO_MANY_REQUESTS') throw error
    return { place, outcome: 'refused', status: null, code: error.code, message: error.message }
  }
}

async function record({ pool }: Stores, id: string, handled: readonly Handled[]): Promise<void> {
  await pool.query(
    `with fresh as (
       update bulk_item i set outcome = h.outcome, status = h.status, code = h.code, message = h.message, handled_at = now()
         from json_to_recordset($2) as h(place int, outcome text, status text, code text, message text)
        where i.bulk_id = $1 and i.place = h.place and i.outcome is null
       returning i.outcome)
     update bulk_operation
        set done = done + (select count(*) from fresh where outcome = 'done'),
            refused = refused + (select count(*) from fresh where outcome = 'refused')
      where id = $1`,
    [id, JSON.stringify(handled)],
  )
}

async function end({ pool }: Stores, id: string): Promise<void> {
  await pool.query(
    `with rest as (update bulk_item set outcome = 'left' where bulk_id = $1 and outcome is null)
     update bulk_operation set ended_at = now() where id = $1 and ended_at is null`,
    [id],
  )
}
