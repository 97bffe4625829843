import type { ClientBase, Pool } from 'pg'
import { limits } from '#core/limits.ts'

interface UseFilter {
  /** One connection alone. */
  readonly name?: string
  /** Names of connections that are not stored. */
  readonly others?: readonly string[]
}

/** The published workflows whose steps name a connection, by the connection; at most a few for each. */
export async function workflowsWithConnection(
  client: Pool | ClientBase,
  ownerId: string,
  { name, others = [] }: UseFilter,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<{ connection: string; workflows: readonly string[] }>(
    `select c.name as connection, (array_agg(w.name order by w.name))[1:$3] as workflows
       from (select name from connection where owner_id = $1 union select unnest($4::text[])) c
       join workflow w on w.owner_id = $1 and w.latest_version > 0 and w.archived_at is null
       join definition d on d.owner_id = w.owner_id and d.name = w.name and d.version = w.latest_version
      where ($2::text is null or c.name = $2)
        and jsonb_path_exists(d.compiled::jsonb, '$.**.connection ? (@ == $name)', jsonb_build_object('name', c.name))
      group by c.name`,
    [ownerId, name ?? null, limits.connections.usesShown, others],
  )
  return new Map(rows.map(({ connection, workflows }) => [connection, workflows]))
}
