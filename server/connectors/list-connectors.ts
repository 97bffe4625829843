import type { Pool } from 'pg'
import type { Actor } from '#server/access/actor.ts'
import type { ConnectorEntry } from './models.ts'

/** The connectors of the owner, in the order of their names. */
export async function listConnectors(pool: Pool, { ownerId }: Actor): Promise<readonly ConnectorEntry[]> {
  const { rows } = await pool.query<Omit<ConnectorEntry, 'updatedAt'> & { updatedAt: Date }>(
    `select name, version, title, api_version as "apiVersion", server, connection, operations,
            updated_by as "updatedBy", updated_at as "updatedAt"
       from connector where owner_id = $1 order by name`,
    [ownerId],
  )
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }))
}
