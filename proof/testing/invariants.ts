import type { ClientBase, Pool } from 'pg'
import { checkAudit } from './invariants/audit.ts'
import { boundChecks } from './invariants/bound-checks.ts'
import type { Check } from './invariants/check.ts'
import { definitionChecks } from './invariants/definition-checks.ts'
import { historyChecks } from './invariants/history-checks.ts'
import { analyseHistory, createHistory, indexHistory } from './invariants/history-table.ts'
import { checkReplays } from './invariants/replay.ts'
import type { Checked, Tally } from './invariants/report.ts'
import { runChecks, settledChecks } from './invariants/run-checks.ts'
import { sagaChecks } from './invariants/saga-checks.ts'
import { stepChecks } from './invariants/step-checks.ts'
import { tally } from './invariants/tally.ts'
import { checkTexts } from './invariants/texts.ts'
import { triggerChecks } from './invariants/trigger-checks.ts'

/** Something that must not be, named by the invariant of ARCHITECTURE.md that it breaks. */
export interface Violation {
  readonly invariant: number
  /** Or, for invariants about definitions, the name of one. */
  readonly runId: string
  readonly what: string
}

/**
 * The invariants of ARCHITECTURE.md as queries over the real tables, all of
 * them as of one moment. They hold at every moment, also between a crash and
 * the next start; what is about a database in which nothing is left to do is
 * asked for with `settled`.
 */
export function inspect(pool: Pool, options: Inspection): Promise<readonly Checked[]> {
  return asOfNow(pool, (client) => inspectWithin(client, options))
}

export interface Inspection {
  readonly settled: boolean
  /** Runs that have ended are left out, and texts: what is wrong with them stays, to be found once. */
  readonly openOnly?: boolean
}

/** What the runs that are there have been through. */
export function tallyOf(pool: Pool): Promise<Tally> {
  return asOfNow(pool, async (client) => {
    await layOutHistory(client, false)
    return tally(client)
  })
}

/** The same as `inspect`, within a transaction that the caller has begun. */
export async function inspectWithin(
  client: ClientBase,
  { settled, openOnly = false }: Inspection,
): Promise<readonly Checked[]> {
  await layOutHistory(client, openOnly)
  const checked: Checked[] = []
  for (const check of settled ? [...checks, ...settledChecks] : checks) checked.push(await run(client, check))
  checked.push(await checkReplays(client, openOnly))
  if (!openOnly) checked.push(await checkTexts(client), await checkAudit(client))
  const sorted = checked.sort((a, b) => a.invariant - b.invariant)
  if (!openOnly) return sorted
  const { rows } = await client.query<{ run_id: string }>('select run_id from run_state where ended_at is not null')
  const ended = new Set(rows.map(({ run_id }) => run_id))
  return sorted.map((each) => ({ ...each, culprits: each.culprits.filter((culprit) => !ended.has(culprit)) }))
}

async function asOfNow<Result>(pool: Pool, look: (client: ClientBase) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read')
    const result = await look(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function layOutHistory(client: ClientBase, openOnly: boolean): Promise<void> {
  for (const statement of [createHistory(openOnly), indexHistory, analyseHistory]) await client.query(statement)
}

const checks: readonly Check[] = [
  ...runChecks,
  ...historyChecks,
  ...stepChecks,
  ...sagaChecks,
  ...definitionChecks,
  ...boundChecks,
  ...triggerChecks,
]

export async function findViolations(pool: Pool, options: Inspection): Promise<readonly Violation[]> {
  const checked = await inspect(pool, options)
  return checked.flatMap(({ invariant, what, culprits }) => culprits.map((runId) => ({ invariant, runId, what })))
}

async function run(client: ClientBase, { invariant, what, over, sql }: Check): Promise<Checked> {
  const culprits = await client.query<{ run_id: string }>(sql)
  const looked = await client.query<{ rows: number }>(`select count(*)::int as rows from ${over}`)
  return { invariant, what, rows: looked.rows[0]?.rows ?? 0, culprits: culprits.rows.map(({ run_id }) => run_id) }
}
