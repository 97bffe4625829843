import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../../stores.ts'
import type { VersionSummary } from '../models.ts'
import { workflowNotFound } from '../workflow-not-found.ts'

interface Row {
  readonly version: number
  readonly hash: string
  readonly label: string | null
  readonly message: string | null
  readonly author: string
  readonly created_at: Date
  readonly live_runs: number
}

/** Newest first. Throws `NOT_FOUND`. */
export async function listVersions(
  { database, pool }: Stores,
  { ownerId }: Actor,
  name: string,
): Promise<readonly VersionSummary[]> {
  const workflow = await database.workflow.findUnique({ where: { ownerId_name: { ownerId, name } } })
  if (!workflow) throw workflowNotFound(name)
  const { rows } = await pool.query<Row>(
    `select d.version, d.hash, d.label, d.message, d.author, d.created_at,
            (select count(*)::int from run r join run_state s on s.run_id = r.id
              where r.owner_id = d.owner_id and r.workflow = d.name and r.version = d.version
                and s.ended_at is null) as live_runs
       from definition d
      where d.owner_id = $1 and d.name = $2 and d.version > 0
      order by d.version desc
      limit $3`,
    [ownerId, name, limits.shown.versions],
  )
  return rows.map((row) => ({
    version: row.version,
    hash: row.hash,
    label: row.label,
    message: row.message,
    author: row.author,
    createdAt: row.created_at.toISOString(),
    liveRuns: row.live_runs,
  }))
}
