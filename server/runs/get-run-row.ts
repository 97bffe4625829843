import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../stores.ts'
import { missingRun } from './run-not-found.ts'
import { type RunRow, runColumns, runTables } from './run-row.ts'
import { visibleRun } from './visible-run.ts'

/** The row of a run that the actor may see. Throws `NOT_FOUND`. */
export async function getRunRow({ pool }: Stores, actor: Actor, runId: string): Promise<RunRow> {
  const values: unknown[] = [runId]
  const visible = visibleRun(actor, (value) => `$${values.push(value)}`)
  const { rows } = await pool.query<RunRow>(
    `select ${runColumns} from ${runTables} where r.id = $1 and ${visible}`,
    values,
  )
  const row = rows[0]
  if (!row) throw await missingRun(pool, actor, runId)
  return row
}
