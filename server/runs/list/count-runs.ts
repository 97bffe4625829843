import type { Actor } from '#server/access/actor.ts'
import { ownerScope } from '#server/access/may.ts'
import { rootCounts } from '../../root-counts.ts'
import type { Stores } from '../../stores.ts'

/** The number of the actor's root runs per status; empty statuses and test runs are left out. */
export async function countRuns(
  { pool }: Stores,
  actor: Actor,
  workflow?: string,
): Promise<Readonly<Record<string, number>>> {
  const counts =
    workflow === undefined
      ? rootCounts({ owner: '$1' })
      : rootCounts({ owner: '$1', among: (column) => `${column} = $2` })
  const { rows } = await pool.query<{ status: string; count: number }>(
    `with ${counts} select status, sum(runs)::int as count from root_part group by status having sum(runs) > 0`,
    workflow === undefined ? [ownerScope(actor)] : [ownerScope(actor), workflow],
  )
  return Object.fromEntries(rows.map((row) => [row.status, row.count]))
}
