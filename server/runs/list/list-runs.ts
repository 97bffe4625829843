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
    const notes = await lockNotes(pool, rows)
    return pageOf(
      rows,
      limit,
      (row) => withNote(row, notes),
      (row) => [row.id],
    )
  }
  const ids = await comparedRuns(pool, asked, compared)
  const rows = await rowsOf(pool, (bind) => `select unnest(${bind(ids.slice(0, limit))}::uuid[]) as id`)
  // A run that was removed since its id was found does not end the list.
  const last = ids.length > limit ? ids[limit - 1] : undefined
  const notes = await lockNotes(pool, rows)
  return {
    items: rows.map((row) => withNote(row, notes)),
    nextCursor: last === undefined ? null : encodeCursor([last]),
  }
}

type LockNotes = ReadonlyMap<string, string>

/** Why runs of a page do not get their locks, by run; without such a run there is nothing to look up. */
async function lockNotes(pool: Pool, page: readonly RunRow[]): Promise<LockNotes> {
  const waiting = page.filter(({ phase }) => phase === 'SCHEDULED').map(({ id }) => id)
  if (waiting.length === 0) return new Map()
  const { rows } = await pool.query<{ run_id: string; retry_note: string }>({
    name: 'locks-notes-of-runs',
    text: 'select run_id, retry_note from lock_request where run_id = any($1::uuid[]) and retry_note is not null',
    values: [waiting],
  })
  return new Map(rows.map(({ run_id, retry_note }) => [run_id, retry_note]))
}

function withNote(row: RunRow, notes: LockNotes): RunSummary {
  const lockNote = notes.get(row.id)
  return { ...summariseRun(row), ...(lockNote !== undefined && { lockNote }) }
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
