import type { Pool } from 'pg'
import { z } from 'zod'
import type { Actor } from '#server/access/actor.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../cursor.ts'
import type { Page } from '../../page.ts'
import type { Stores } from '../../stores.ts'
import type { RunSummary } from '../models.ts'
import { type RunRow, runColumns, runJoins, summariseRun } from '../run-row.ts'
import { comparedRuns } from './compared-runs.ts'
import { type MatchQuery, newestMatching } from './matching-runs.ts'
import { comparisonsOf } from './number-candidates.ts'
import type { Bind } from './run-conditions.ts'
import type { RunFilter } from './run-filter.ts'

export interface RunsQuery extends RunFilter {
  readonly cursor?: string | null | undefined
  readonly limit: number
}

const cursorKeys = z.tuple([z.uuid()])

/**
 * A page of runs, newest first: run ids are in the order of creation. A first query selects the ids; a second one reads
 * the displayed columns for the page alone. One row more than the page tells whether another page follows.
 */
export async function listRuns(
  { pool }: Stores,
  actor: Actor,
  { cursor, limit, ...filter }: RunsQuery,
): Promise<Page<RunSummary>> {
  const before = cursor ? decodeCursor(cursor, cursorKeys)[0] : undefined
  const asked: MatchQuery = { actor, filter, before, most: limit + 1 }
  const compared = comparisonsOf(filter)
  if (compared.length === 0) {
    const rows = await rowsOf(pool, (bind) => newestMatching(asked, bind))
    return pageOf(rows, limit, summariseRun, (row) => [row.id])
  }
  const ids = await comparedRuns(pool, asked, compared)
  const rows = await rowsOf(pool, (bind) => `select unnest(${bind(ids.slice(0, limit))}::uuid[]) as id`)
  // A run that was removed since its id was found does not end the list.
  const last = ids.length > limit ? ids[limit - 1] : undefined
  return { items: rows.map(summariseRun), nextCursor: last === undefined ? null : encodeCursor([last]) }
}

async function rowsOf(pool: Pool, idsBy: (bind: Bind) => string): Promise<readonly RunRow[]> {
  const values: unknown[] = []
  const ids = idsBy((value) => `$${values.push(value)}`)
  const { rows } = await pool.query<RunRow>(
    `with page as materialized (${ids}) select ${runColumns} from page join own_run r on r.id = page.id ${runJoins} order by r.id desc`,
    values,
  )
  return rows
}
