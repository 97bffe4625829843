import { z } from 'zod'
import type { JsonObject } from '#core/json.ts'
import { aboutOf } from '#core/run/search/about.ts'
import type { Actor } from '#server/access/actor.ts'
import { cursorNumber, decodeCursor, pageOf } from '../../cursor.ts'
import type { Page } from '../../page.ts'
import type { Stores } from '../../stores.ts'
import { shortValues } from '../run-row.ts'
import type { BulkItem } from './bulk-models.ts'
import { getBulk } from './get-bulk.ts'

export interface BulkItemsQuery {
  readonly id: string
  readonly outcome?: 'done' | 'refused' | 'left' | undefined
  readonly cursor?: string | null | undefined
  readonly limit: number
}

const cursorKeys = z.tuple([cursorNumber])

/** The result for each run, and its present status, in processing order. Throws `NOT_FOUND`. */
export async function listBulkItems(stores: Stores, actor: Actor, query: BulkItemsQuery): Promise<Page<BulkItem>> {
  const { id } = await getBulk(stores, actor, query.id)
  const after = query.cursor ? decodeCursor(query.cursor, cursorKeys)[0] : 0
  const { rows } = await stores.pool.query<Omit<BulkItem, 'about'> & { readonly short_values: JsonObject | null }>(
    `select i.place, i.run_id as "runId", i.outcome, i.code, i.message, i.new_run_id as "newRunId", r.workflow,
            case when i.outcome = 'done' then coalesce(s.status, i.status) end as status, ${shortValues} as short_values
       from bulk_item i
       left join run r on r.id = i.run_id
       left join run_state s on s.run_id = coalesce(i.new_run_id, i.run_id)
      where i.bulk_id = $1 and i.place > $2 and ($3::text is null or i.outcome = $3)
      order by i.place limit $4`,
    [id, after, query.outcome ?? null, query.limit + 1],
  )
  return pageOf(
    rows,
    query.limit,
    ({ short_values, ...row }) => ({ ...row, about: short_values && aboutOf(short_values) }),
    (row) => [row.place],
  )
}
