import type { Actor } from '#server/access/actor.ts'
import { ownerScope } from '#server/access/may.ts'
import type { Stores } from '../stores.ts'
import { runNotFound } from './run-not-found.ts'
import { type RunRow, runColumns, runTables } from './run-row.ts'

/** The row of one of the actor's runs. Throws `NOT_FOUND`. */
export async function getRunRow({ pool }: Stores, actor: Actor, runId: string): Promise<RunRow> {
  const { rows } = await pool.query<RunRow>(
    `select ${runColumns} from ${runTables} where r.id = $1 and ($2::text is null or r.owner_id = $2)`,
    [runId, ownerScope(actor)],
  )
  const row = rows[0]
  if (!row) throw runNotFound(runId)
  return row
}
