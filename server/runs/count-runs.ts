import { type Actor, ownerScope } from '../actor.ts'
import type { Stores } from '../stores.ts'

/** How many of the actor's runs have each status; statuses of none are left out. */
export async function countRuns(
  { pool }: Stores,
  actor: Actor,
  workflow?: string,
): Promise<Readonly<Record<string, number>>> {
  const { rows } = await pool.query<{ status: string; count: number }>(
    workflow === undefined
      ? 'select status, count(*)::int as count from run_state where $1::text is null or owner_id = $1 group by status'
      : `select s.status, count(*)::int as count from run r join run_state s on s.run_id = r.id
          where ($1::text is null or r.owner_id = $1) and r.workflow = $2 group by s.status`,
    workflow === undefined ? [ownerScope(actor)] : [ownerScope(actor), workflow],
  )
  return Object.fromEntries(rows.map((row) => [row.status, row.count]))
}
