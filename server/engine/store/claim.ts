import type { Append, Appended } from '../append.ts'
import type { EngineIdentity, LoadedRun } from '../ports.ts'
import { appendAll } from './append.ts'
import { uuidArray } from './binary-array.ts'
import type { Connection } from './connection.ts'
import { type LoadedRow, loadedRun, loadPicked } from './load.ts'
import { kindOfStoreError } from './store-error.ts'

export interface Claimed {
  /** Rows of the ready table that were looked at. */
  readonly found: number
  readonly answers: ReadonlyMap<string, Appended>
}

const pickReady = `
with picked as materialized (
  select run_id from ready order by position limit $1 for update skip locked
)
${loadPicked}`

/**
 * Takes runs from the ready table: lock the rows, load the runs, let `take`
 * decide their ownership records, then write those, the owner and the removal
 * from the table, all in one transaction. A run that another engine wrote to
 * in between is not taken and stays in the table.
 */
export async function claim(
  connection: Connection,
  engine: EngineIdentity,
  limit: number,
  take: (runs: readonly LoadedRun[]) => Promise<readonly Append[]>,
): Promise<Claimed> {
  let appends: readonly Append[] = []
  let sent = false
  const begun = connection.query({ text: 'begin' })
  try {
    const [, picked] = await Promise.all([
      begun,
      connection.query<LoadedRow>({ name: 'claim-pick', text: pickReady, values: [limit] }),
    ])
    if (picked.rows.length === 0) {
      await connection.query({ text: 'rollback' })
      return { found: 0, answers: new Map() }
    }
    appends = await take(picked.rows.map(loadedRun))
    const taken = new Set(appends.map(({ runId }) => runId))
    const idle = picked.rows.filter((row) => !taken.has(row.run_id)).map((row) => row.run_id)
    const removed = idle.length > 0 ? connection.query(removeReady(idle)) : null
    sent = true
    const written = appends.length > 0 ? appendAll(connection, engine, appends, false) : Promise.resolve([])
    const [answers] = await Promise.all([written, removed, connection.query({ text: 'commit' })])
    return { found: picked.rows.length, answers: byRun(appends, answers) }
  } catch (error) {
    await connection.query({ text: 'rollback' }).catch(() => undefined)
    const kind = kindOfStoreError(error)
    if (!sent || appends.length === 0 || kind === 'bug') throw error
    if (kind === 'poisoned') return { found: appends.length, answers: await oneByOne(connection, engine, appends) }
    return { found: appends.length, answers: byRun(appends, await settleUnclear(connection, engine, appends)) }
  }
}

/** One of them can never be stored: the others are taken, and that one leaves the table so as not to come up again. */
async function oneByOne(
  connection: Connection,
  engine: EngineIdentity,
  appends: readonly Append[],
): Promise<ReadonlyMap<string, Appended>> {
  const answers = new Map<string, Appended>()
  for (const append of appends) {
    try {
      const [answer] = await settleUnclear(connection, engine, [append])
      if (answer) answers.set(append.runId, answer)
    } catch (error) {
      if (kindOfStoreError(error) !== 'poisoned') throw error
      await connection.query(removeReady([append.runId]))
    }
  }
  return answers
}

/**
 * The answer to the commit was lost. A run that this engine holds without
 * knowing it would be stuck, so it asks until it knows: the ownership records
 * either landed, or now never will, as the connection that carried them is gone.
 */
async function settleUnclear(
  connection: Connection,
  engine: EngineIdentity,
  appends: readonly Append[],
): Promise<readonly Appended[]> {
  for (;;) {
    try {
      return await appendAll(connection, engine, appends, true)
    } catch (error) {
      if (kindOfStoreError(error) !== 'transient') throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

function byRun(appends: readonly Append[], answers: readonly Appended[]): ReadonlyMap<string, Appended> {
  return new Map(appends.map(({ runId }, index) => [runId, answers[index] ?? { kind: 'fenced' }]))
}

function removeReady(runIds: readonly string[]) {
  return {
    name: 'claim-remove',
    text: 'delete from ready where run_id = any($1::uuid[])',
    values: [uuidArray(runIds)],
  }
}
