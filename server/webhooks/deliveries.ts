import type { Pool } from 'pg'
import { z } from 'zod'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../api-error.ts'
import { cursorText, decodeCursor, pageOf } from '../cursor.ts'
import type { Page } from '../page.ts'
import type { Delivery, DeliveryState } from './models.ts'
import { testBody, testKind, webhookBodies } from './webhook-event.ts'
import { webhookLimits } from './webhook-limits.ts'

export interface DeliveryQuery {
  readonly webhookId?: string | undefined
  readonly runId?: string | undefined
  readonly state?: DeliveryState | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

interface Row extends Omit<Delivery, 'createdAt' | 'attemptedAt' | 'nextAt'> {
  readonly createdAt: Date
  readonly attemptedAt: Date | null
  readonly nextAt: Date | null
}

const columns = `d.id, d.webhook_id as "webhookId", w.url, d.run_id as "runId", d.seq, d.kind, d.state, d.attempts,
  d.status_code as "statusCode", d.error, d.duration_ms as "durationMs", d.created_at as "createdAt",
  d.attempted_at as "attemptedAt", case when d.state = 'waiting' then l.next_at end as "nextAt"`
const tables = `webhook_delivery d join webhook w on w.id = d.webhook_id
  left join webhook_lane l on l.webhook_id = d.webhook_id and l.lane = d.lane`

function deliveryOf({ createdAt, attemptedAt, nextAt, ...row }: Row): Delivery {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    attemptedAt: attemptedAt?.toISOString() ?? null,
    nextAt: nextAt?.toISOString() ?? null,
  }
}

const cursorKeys = z.tuple([cursorText.pipe(z.iso.datetime()), cursorText.pipe(z.uuid())])

/** Deliveries of the owner, the newest first. */
export async function listDeliveries(
  pool: Pool,
  { ownerId }: Actor,
  { webhookId, runId, state, cursor, limit = webhookLimits.deliveriesShown }: DeliveryQuery,
): Promise<Page<Delivery>> {
  const [at, id] = cursor === undefined ? [null, null] : decodeCursor(cursor, cursorKeys)
  const { rows } = await pool.query<Row>(
    `select ${columns} from ${tables}
      where w.owner_id = $1 and ($2::uuid is null or d.webhook_id = $2) and ($3::uuid is null or d.run_id = $3)
        and ($4::text is null or d.state = $4)
        and ($5::timestamptz is null or (d.created_at, d.id) < ($5::timestamptz, $6::uuid))
      order by d.created_at desc, d.id desc limit $7`,
    [ownerId, webhookId ?? null, runId ?? null, state ?? null, at, id, limit + 1],
  )
  return pageOf(rows, limit, deliveryOf, (row) => [row.createdAt.toISOString(), row.id])
}

/** A delivery with its body; null when the run was removed. Throws `NOT_FOUND`. */
export async function getDelivery(
  pool: Pool,
  { ownerId }: Actor,
  id: string,
): Promise<Delivery & { readonly body: string | null }> {
  const { rows } = await pool.query<Row & { readonly events: string | null }>(
    `select ${columns},
            (select events from run_log g where g.run_id = d.run_id and g.seq <= d.seq order by g.seq desc limit 1) as events
       from ${tables} where w.owner_id = $1 and d.id = $2`,
    [ownerId, id],
  )
  const [row] = rows
  if (!row) throw deliveryNotFound()
  const { events, ...rest } = row
  const delivery = deliveryOf(rest)
  if (delivery.kind === testKind || delivery.runId === null) {
    return { ...delivery, body: testBody(id, row.createdAt) }
  }
  const [body = null] = await webhookBodies(pool, [{ runId: delivery.runId, seq: delivery.seq, events }])
  return { ...delivery, body }
}

export const deliveryNotFound = () => new ApiError('NOT_FOUND', 'There is no such delivery.', 'id')
