import { z } from 'zod'
import type { PublicStatus } from '#core/run/views.ts'
import { type Actor, ownerScope } from '../actor.ts'
import { decodeCursor, pageOf } from '../cursor.ts'
import type { Page } from '../page.ts'
import { containing } from '../search-pattern.ts'
import type { Stores } from '../stores.ts'
import type { RunSummary } from './models.ts'
import { publicStatusCondition } from './public-status.ts'
import { isTest, type RunRow, runColumns, runTables, summariseRun } from './run-row.ts'

export interface RunsQuery {
  readonly status?: readonly string[] | undefined
  readonly publicStatus?: readonly PublicStatus[] | undefined
  readonly workflow?: string | undefined
  readonly search?: string | undefined
  readonly rootsOnly?: boolean | undefined
  readonly parentRunId?: string | undefined
  /** A person is waited for by the run itself or by one below it, however deep. */
  readonly blockedOnHuman?: boolean | undefined
  /** Test runs of drafts: left out unless asked for, but for the children of one run. */
  readonly tests?: 'without' | 'only' | 'with' | undefined
  readonly cursor?: string | null | undefined
  readonly limit: number
}

const cursorKeys = z.tuple([z.uuid()])

/** Newest first: run ids are in the order of their making. */
export async function listRuns(stores: Stores, actor: Actor, query: RunsQuery): Promise<Page<RunSummary>> {
  const rows = await findRunRows(stores, actor, query)
  return pageOf(rows, query.limit, summariseRun, (row) => [row.id])
}

/** One row more than the page, to know whether another follows. */
export async function findRunRows({ pool }: Stores, actor: Actor, query: RunsQuery): Promise<readonly RunRow[]> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const owner = bind(ownerScope(actor))
  const conditions = [`(${owner}::text is null or (r.owner_id = ${owner} and s.owner_id = ${owner}))`]
  if (query.status?.length) conditions.push(`s.status = any(${bind(query.status)})`)
  if (query.publicStatus?.length) {
    conditions.push(`(${query.publicStatus.map((word) => `(${publicStatusCondition[word]})`).join(' or ')})`)
  }
  if (query.workflow !== undefined) conditions.push(`r.workflow = ${bind(query.workflow)}`)
  if (query.parentRunId !== undefined) conditions.push(`r.parent_run_id = ${bind(query.parentRunId)}`)
  if (query.blockedOnHuman !== undefined) {
    conditions.push(`s.human_wait is ${query.blockedOnHuman ? 'not null' : 'null'}`)
  }
  const tests = query.tests ?? (query.parentRunId === undefined ? 'without' : 'with')
  if (tests !== 'with') conditions.push(tests === 'only' ? isTest : `not ${isTest}`)
  if (query.rootsOnly) conditions.push('r.parent_run_id is null')
  if (query.search) conditions.push(searchCondition(bind(containing(query.search)), bind(query.search)))
  if (query.cursor) conditions.push(`r.id < ${bind(decodeCursor(query.cursor, cursorKeys)[0])}`)
  const { rows } = await pool.query<RunRow>(
    `select ${runColumns} from ${runTables}
      where ${conditions.join(' and ')}
      order by r.id desc
      limit ${bind(query.limit + 1)}`,
    values,
  )
  return rows
}

function searchCondition(pattern: string, text: string): string {
  return `(r.workflow ilike ${pattern} or r.id::text ilike ${pattern} or s.error_message ilike ${pattern}
           or ${text} = any(r.tags))`
}
