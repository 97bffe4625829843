import { z } from 'zod'
import type { Actor } from '../../actor.ts'
import { cursorNumber, decodeCursor, pageOf } from '../../cursor.ts'
import type { Page } from '../../page.ts'
import type { Stores } from '../../stores.ts'
import type { BulkItem } from './bulk-models.ts'
import { getBulk } from './get-bulk.ts'

export interface BulkItemsQuery {
  readonly id: string
  readonly outcome?: 'done' | 'refused' | 'left' | undefined
  readonly cursor?: string | null | undefined
  readonly limit: number
}

const cursorKeys = z.tuple([cursorNumber])

/** What became of each run, in the order in which they are asked. Throws `NOT_FOUND`. */
export async function listBulkItems(stores: Stores, actor: Actor, query: BulkItemsQuery): Promise<Page<BulkItem>> {
  const { id } = await getBulk(stores, actor, query.id)
  const after = query.cursor ? decodeCursor(query.cursor, cursorKeys)[0] : 0
  const { rows } = await stores.pool.query<BulkItem>(
    `select place, run_id as "runId", outcome, status, code, message, new_run_id as "newRunId" from bulk_item
      where bulk_id = $1 and place > $2 and ($3::text is null or outcome = $3)
      order by place limit $4`,
    [id, after, query.outcome ?? null, query.limit + 1],
  )
  return pageOf(
    rows,
    query.limit,
    (row) => row,
    (row) => [row.place],
  )
}
