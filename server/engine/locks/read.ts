import type { ResourceState } from '#core/run/command.ts'
import type { Queryable } from '../store/connection/connection.ts'

/** The states of resources as conditions read them. An unknown name is a free resource. */
export async function readResources(
  connection: Queryable,
  ownerId: string,
  ids: readonly string[],
): Promise<{ readonly [id: string]: ResourceState }> {
  const { rows } = await connection.query<{ id: string; holders: string[]; waiting: number }>({
    name: 'locks-read',
    text: `
select r.id,
       array(select l.run_id::text from resource_lock l where l.owner_id = $1 and l.resource = r.id
              order by l.since limit 50) as holders,
       (select count(*) from lock_request q where q.owner_id = $1 and q.resources @> array[r.id])::int as waiting
  from unnest($2::text[]) as r(id)`,
    values: [ownerId, ids],
  })
  return Object.fromEntries(
    rows.map(({ id, holders, waiting }) => [id, { free: holders.length === 0, holders, waiting }]),
  )
}
