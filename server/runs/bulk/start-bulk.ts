import { uuidv7 } from 'uuidv7'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { auditInsert } from '#server/audit/record-audit.ts'
import { ApiError } from '../../api-error.ts'
import { askedBy, refuseOtherRequest, requestIdentity } from '../../request-identity.ts'
import type { Stores } from '../../stores.ts'
import { type BulkOperation, type BulkVerb, permissionOfBulk } from './bulk-models.ts'
import { type Choice, chosenRuns } from './chosen-runs.ts'
import { type BulkOrigin, describeBulk, readBulk } from './get-bulk.ts'

export interface BulkRequest extends Choice {
  readonly verb: BulkVerb
  /** The number of runs that the caller saw. When the number differs by now, the operation is refused. */
  readonly expected?: number | undefined
  /** The idempotency key of the operation. */
  readonly operationId?: string | undefined
}

/**
 * Stores the chosen runs of a bulk operation, ancestors before descendants. A web process then works through them,
 * across restarts, until the operation is done or cancelled. Runs that the actor may not see are left out. An id that
 * has started an operation returns that operation, even if the request would be refused by now. Throws `FORBIDDEN`, `NOT_FOUND` for
 * no runs, `TOO_LARGE` for too many, `CONFLICT` for another number than expected and `IDEMPOTENCY_KEY_REUSED`.
 */
export async function startBulk(stores: Stores, actor: Actor, request: BulkRequest): Promise<BulkOperation> {
  const { operationId = uuidv7(), ...options } = request
  const { verb, runIds, filter, expected } = options
  requirePermission(permits(actor, permissionOfBulk(verb)), 'verb')
  const identity = requestIdentity({ ...askedBy(actor), ...options })
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const id = bind(operationId)
  const chosen = chosenRuns(actor, request, bind)
  const entry = { actor, action: 'bulk.start', target: operationId, after: options, outcome: 'done' } as const
  const { rows } = await stores.pool.query<{ total: number; known: boolean }>(
    `with chosen as materialized (
       select r.id, r.depth from own_run r join own_run_state s on s.run_id = r.id where ${chosen}
        order by r.id desc limit ${bind(limits.bulk.runs + 1)}),
     size as (select count(*)::int as total from chosen),
     operation as (
       insert into bulk_operation (id, owner_id, actor, verb, filter, request_identity, total)
       select ${id}::uuid, ${bind(actor.ownerId)}, ${bind(JSON.stringify(actor))}::json, ${bind(JSON.stringify(verb))}::json,
              ${bind(runIds === undefined ? JSON.stringify(filter ?? {}) : null)}::json, ${bind(identity)}, total
         from size where total between 1 and ${bind(limits.bulk.runs)} and total = coalesce(${bind(expected ?? null)}::int, total)
       on conflict (id) do nothing returning id, owner_id),
     audited as (${auditInsert(entry, bind, 'exists (select from operation)')}),
     items as (
       insert into bulk_item (bulk_id, owner_id, place, run_id)
       select o.id, o.owner_id, row_number() over (order by c.depth, c.id desc), c.id from operation o, chosen c)
     select total, exists (select from bulk_operation where id = ${id}::uuid) as known from size`,
    values,
  )
  const total = rows[0]?.total ?? 0
  if (!rows[0]?.known) {
    if (total === 0) throw new ApiError('NOT_FOUND', 'No runs selected. Select some, or widen the filter.', 'filter')
    if (total > limits.bulk.runs) {
      throw new ApiError('TOO_LARGE', `More than ${limits.bulk.runs} runs match. Narrow the filter.`, 'filter')
    }
    if (expected !== undefined && total !== expected) {
      const message = `It now affects ${total} ${total === 1 ? 'run' : 'runs'}, not ${expected}. Nothing was done.`
      throw new ApiError('CONFLICT', message, 'expected')
    }
  }
  return answerFor(stores, operationId, { actor, verb, filter: runIds === undefined ? (filter ?? {}) : null, identity })
}

/**
 * The operation existed before, or a concurrent request has inserted it. It must be an equal request by the same
 * person.
 */
async function answerFor(stores: Stores, id: string, asked: BulkOrigin & { identity: string }): Promise<BulkOperation> {
  const row = await readBulk(stores, id)
  const first = row.identity ?? identityBefore(row)
  refuseOtherRequest(first, row.identity === null ? identityBefore(asked) : asked.identity, 'operationId')
  return describeBulk(row, asked.actor)
}

/** Earlier versions stored no other part of the request. */
function identityBefore({ actor, verb, filter }: BulkOrigin): string {
  return requestIdentity({ ...askedBy(actor), verb, filter })
}
