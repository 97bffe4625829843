import { uuidv7 } from 'uuidv7'
import { limits } from '#core/limits.ts'
import type { Actor } from '../../actor.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import { runConditions } from '../list/run-conditions.ts'
import type { RunFilter } from '../list/run-filter.ts'
import type { BulkOperation, BulkVerb } from './bulk-models.ts'
import { getBulk } from './get-bulk.ts'

export interface BulkRequest {
  readonly verb: BulkVerb
  /** Either these runs, or all that the filter finds now. */
  readonly runIds?: readonly string[] | undefined
  readonly filter?: RunFilter | undefined
  /** The same id asked again is the same operation. */
  readonly operationId?: string | undefined
}

/**
 * Writes down which runs are asked for the verb; a web process then goes
 * through them, over restarts, until it is done or cancelled. Runs that the actor may not see are
 * not among them. Throws `NOT_FOUND` for none and `TOO_LARGE` for too many.
 */
export async function startBulk(stores: Stores, actor: Actor, request: BulkRequest): Promise<BulkOperation> {
  const { verb, runIds, filter, operationId = uuidv7() } = request
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const id = bind(operationId)
  const chosen =
    runIds === undefined
      ? runConditions(actor, filter ?? {}, bind)
      : `${runConditions(actor, { tests: 'with' }, bind)} and r.id = any(${bind(runIds)}::uuid[])`
  const { rows } = await stores.pool.query<{ total: number; known: boolean }>(
    `with chosen as materialized (
       select r.id from run r join run_state s on s.run_id = r.id where ${chosen}
        order by r.id desc limit ${bind(limits.bulk.runs + 1)}),
     size as (select count(*)::int as total from chosen),
     operation as (
       insert into bulk_operation (id, owner_id, actor, verb, filter, total)
       select ${id}::uuid, ${bind(actor.ownerId)}, ${bind(JSON.stringify(actor))}::json, ${bind(JSON.stringify(verb))}::json,
              ${bind(runIds === undefined ? JSON.stringify(filter ?? {}) : null)}::json, total
         from size where total between 1 and ${bind(limits.bulk.runs)}
       on conflict (id) do nothing returning id),
     items as (
       insert into bulk_item (bulk_id, place, run_id)
       select o.id, row_number() over (order by c.id desc), c.id from operation o, chosen c)
     select total, exists (select from bulk_operation where id = ${id}::uuid) as known from size`,
    values,
  )
  const total = rows[0]?.total ?? 0
  if (!rows[0]?.known) {
    if (total === 0) throw new ApiError('NOT_FOUND', 'No run is meant. Choose some, or widen the filter.', 'filter')
    if (total > limits.bulk.runs) {
      throw new ApiError('TOO_LARGE', `More than ${limits.bulk.runs} runs are meant. Narrow the filter.`, 'filter')
    }
  }
  return getBulk(stores, actor, operationId)
}
