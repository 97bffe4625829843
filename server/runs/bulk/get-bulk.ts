import { z } from 'zod'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { may, ownerScope } from '#server/access/may.ts'
import { ApiError } from '../../api-error.ts'
import { decodeCursor, pageOf } from '../../cursor.ts'
import { instant } from '../../instant.ts'
import type { Page } from '../../page.ts'
import type { Stores } from '../../stores.ts'
import type { RunFilter } from '../list/run-filter.ts'
import type { BulkOperation, BulkVerb } from './bulk-models.ts'

/** The actor, verb and filter of an operation. */
export interface BulkOrigin {
  readonly actor: Actor
  readonly verb: BulkVerb
  readonly filter: RunFilter | null
}

interface BulkRow extends BulkOrigin {
  readonly id: string
  /** The identity of the request; null in rows of earlier versions. */
  readonly identity: string | null
  readonly total: number
  readonly done: number
  readonly refused: number
  readonly created_at: Date
  readonly cancelled_at: Date | null
  readonly ended_at: Date | null
}

const columns =
  'id, actor, verb, filter, request_identity as identity, total, done, refused, created_at, cancelled_at, ended_at'

/** The progress of a bulk operation. Throws `NOT_FOUND`. */
export async function getBulk(stores: Stores, actor: Actor, id: string): Promise<BulkOperation> {
  return describeBulk(await getBulkRow(stores, actor, id), actor)
}

/** The row of an operation that the actor may see. Throws `NOT_FOUND`. */
export async function getBulkRow({ pool }: Stores, actor: Actor, id: string): Promise<BulkRow> {
  const { rows } = await pool.query<BulkRow>(
    `select ${columns} from bulk_operation where id = $1 and ($2::text is null or owner_id = $2)`,
    [id, ownerScope(actor)],
  )
  return existing(rows)
}

/** The row of an operation of any owner. Throws `NOT_FOUND`. */
export async function readBulk({ pool }: Stores, id: string): Promise<BulkRow> {
  const { rows } = await pool.query<BulkRow>(`select ${columns} from bulk_operation where id = $1`, [id])
  return existing(rows)
}

function existing([row]: readonly BulkRow[]): BulkRow {
  if (!row) throw new ApiError('NOT_FOUND', 'There is no such operation, or it is older than a month.')
  return row
}

/** The running operations and the latest ended ones, newest first. */
export async function listLatestBulk({ pool }: Stores, actor: Actor): Promise<readonly BulkOperation[]> {
  const { rows } = await pool.query<BulkRow>(
    `with own as (select ${columns} from bulk_operation where $1::text is null or owner_id = $1),
          open as (select * from own where ended_at is null order by created_at desc limit $2),
          ended as (select * from own where ended_at is not null order by created_at desc limit $3)
     select * from (select * from open union all select * from ended) latest order by created_at desc, id desc`,
    [ownerScope(actor), limits.shown.openBulkOperations, limits.shown.bulkOperations],
  )
  return rows.map((row) => describeBulk(row, actor))
}

const cursorKeys = z.tuple([instant, z.uuid()])

/** All stored operations, newest first. */
export async function listBulk(
  { pool }: Stores,
  actor: Actor,
  { cursor, limit }: { readonly cursor?: string | null | undefined; readonly limit: number },
): Promise<Page<BulkOperation>> {
  const [before, beforeId] = cursor ? decodeCursor(cursor, cursorKeys) : [null, null]
  const { rows } = await pool.query<BulkRow>(
    `select ${columns} from bulk_operation
      where ($1::text is null or owner_id = $1)
        and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
      order by created_at desc, id desc limit $4`,
    [ownerScope(actor), before, beforeId, limit + 1],
  )
  return pageOf(
    rows,
    limit,
    (row) => describeBulk(row, actor),
    (row) => [row.created_at.toISOString(), row.id],
  )
}

export function describeBulk(row: BulkRow, reader: Actor): BulkOperation {
  return {
    id: row.id,
    verb: row.verb,
    filter: row.filter,
    askedBy: row.actor.name,
    state: row.cancelled_at !== null ? 'cancelled' : row.ended_at !== null ? 'ended' : 'running',
    total: row.total,
    done: row.done,
    refused: row.refused,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    mayCancel: may(reader, 'bulk.cancel', row).allowed,
  }
}
