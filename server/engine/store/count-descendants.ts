import type { Queryable } from './connection/connection.ts'

/** Runs that descend from an origin: of its own tree, and of the trees of detached runs. More than `most` are not counted. */
export async function countDescendants(connection: Queryable, originRunId: string, most: number): Promise<number> {
  const { rows } = await connection.query<{ count: number }>({
    name: 'count-descendants',
    text: `
select count(*)::int as count from (
  (select 1 from run where root_run_id = $1 and id <> $1 limit $2)
  union all
  (select 1 from run where origin_run_id = $1 limit $2)) as d`,
    values: [originRunId, most],
  })
  return Math.min(most, rows[0]?.count ?? 0)
}
