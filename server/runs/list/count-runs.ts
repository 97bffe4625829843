import { statuses } from '#core/run/statuses.ts'
import type { Actor } from '#server/access/actor.ts'
import { ownerScope } from '#server/access/may.ts'
import type { Stores } from '../../stores.ts'

/** Test runs, which are few and have an index of their own. */
const ofTests = `own_run r join own_run_state s on s.run_id = r.id
  where r.version < 0 and not s.child and ($1::text is null or r.owner_id = $1)`

// One query per status, in the order of the index: grouping a hundred thousand rows costs as much as reading them.
const ofAll = `select w.status, (select count(*) from own_run_state s
                                  where s.status = w.status and not s.child and ($1::text is null or s.owner_id = $1)) as part
                 from unnest('{${statuses}}'::text[]) w(status)`
const ofOneWorkflow = `select s.status, count(*) as part from own_run r join own_run_state s on s.run_id = r.id
                        where ($1::text is null or r.owner_id = $1) and r.workflow = $2 and not s.child group by s.status`

/** The number of the actor's root runs per status; empty statuses and test runs are left out. */
export async function countRuns(
  { pool }: Stores,
  actor: Actor,
  workflow?: string,
): Promise<Readonly<Record<string, number>>> {
  const ofWorkflow = workflow === undefined ? '' : 'and r.workflow = $2'
  const { rows } = await pool.query<{ status: string; count: number }>(
    `select status, sum(part)::int as count
       from (${workflow === undefined ? ofAll : ofOneWorkflow}
              union all
             select s.status, -count(*) from ${ofTests} ${ofWorkflow} group by s.status) parts
      group by status having sum(part) > 0`,
    workflow === undefined ? [ownerScope(actor)] : [ownerScope(actor), workflow],
  )
  return Object.fromEntries(rows.map((row) => [row.status, row.count]))
}
