import { z } from 'zod'
import type { Actor } from '../../actor.ts'
import { decodeCursor, pageOf } from '../../cursor.ts'
import type { Page } from '../../page.ts'
import type { Stores } from '../../stores.ts'
import type { RunSummary } from '../models.ts'
import { type RunRow, runColumns, runJoins, summariseRun } from '../run-row.ts'
import { runConditions, waysTo } from './run-conditions.ts'
import type { RunFilter } from './run-filter.ts'

export interface RunsQuery extends RunFilter {
  readonly cursor?: string | null | undefined
  readonly limit: number
}

const cursorKeys = z.tuple([z.uuid()])

/** Newest first: run ids are in the order of their making. */
export async function listRuns({ pool }: Stores, actor: Actor, query: RunsQuery): Promise<Page<RunSummary>> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const { search, ...filter } = query
  const before = query.cursor ? bind(decodeCursor(query.cursor, cursorKeys)[0]) : undefined
  const conditions = runConditions(actor, filter, bind, before)
  const most = bind(query.limit + 1)
  const pages = (search ? waysTo(search, bind) : ['true']).map(
    (way) => `(select r.id from run r join run_state s on s.run_id = r.id
                  where ${conditions} and ${way}
                  order by r.id desc limit ${most})`,
  )
  // The page first, by what decides about it; what a row shows is read for the page alone, and one row more tells whether another follows.
  const { rows } = await pool.query<RunRow>(
    `with page as materialized (
       select id from (${pages.join(' union ')}) found order by id desc limit ${most})
     select ${runColumns} from page join run r on r.id = page.id ${runJoins}
      order by r.id desc`,
    values,
  )
  return pageOf(rows, query.limit, summariseRun, (row) => [row.id])
}
