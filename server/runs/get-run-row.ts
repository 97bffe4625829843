import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../stores.ts'
import { missingRun } from './run-not-found.ts'
import { type RunRow, runColumns, runTables } from './run-row.ts'
import { visibleRun } from './visible-run.ts'

/** The condition of an actor who may see every run of an owner. */
const visibleToAll = '($2::text is null or r.owner_id = $2)'

/** The row of a run that the actor may see. Throws `NOT_FOUND`. */
export async function getRunRow({ pool }: Stores, actor: Actor, runId: string): Promise<RunRow> {
  const values: unknown[] = [runId]
  const visible = visibleRun(actor, (value) => `$${values.push(value)}`)
  // The common condition is prepared: planning these columns takes longer than reading them.
  const name = visible === visibleToAll ? 'run-row' : undefined
  const text = `select ${runColumns} from ${runTables} where r.id = $1 and ${visible}`
  const { rows } = await pool.query<RunRow>({ ...(name && { name }), text, values })
  const row = rows[0]
  if (!row) throw await missingRun(pool, actor, runId)
  return row
}
