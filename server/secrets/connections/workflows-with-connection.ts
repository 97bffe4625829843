import type { ClientBase, Pool } from 'pg'
import { limits } from '#core/limits.ts'

/** The published workflows whose steps name a connection, by the connection; at most a few for each. */
export async function workflowsWithConnection(
  client: Pool | ClientBase,
  ownerId: string,
  name?: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<{ connection: string; workflows: readonly string[] }>(
    `select c.name as connection, (array_agg(w.name order by w.name))[1:$3] as workflows
       from connection c
       join workflow w on w.owner_id = c.owner_id and w.latest_version > 0 and w.archived_at is null
       join definition d on d.owner_id = w.owner_id and d.name = w.name and d.version = w.latest_version
      where c.owner_id = $1 and ($2::text is null or c.name = $2)
        and jsonb_path_exists(d.compiled::jsonb, '$.**.connection ? (@ == $name)', jsonb_build_object('name', c.name))
      group by c.name`,
    [ownerId, name ?? null, limits.connections.usesShown],
  )
  return new Map(rows.map(({ connection, workflows }) => [connection, workflows]))
}
