import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { ownerScope } from '#server/access/may.ts'
import type { Stores } from '../stores.ts'
import type { RunTreeNode } from './models.ts'
import { runNotFound } from './run-not-found.ts'
import { type RunRow, runColumns, runTables, summariseRun } from './run-row.ts'

/**
 * The tree of a run, from its root. A very large tree is cut at its bottom: the children of one run can be listed page
 * by page. Throws `NOT_FOUND`.
 */
export async function getRunTree({ pool }: Stores, actor: Actor, runId: string): Promise<RunTreeNode> {
  const { rows } = await pool.query<RunRow>(
    `select ${runColumns} from ${runTables}
      where ($1::text is null or r.owner_id = $1)
        and r.root_run_id = (select root_run_id from run where id = $2 and ($1::text is null or owner_id = $1))
      order by r.depth, r.id
      limit $3`,
    [ownerScope(actor), runId, limits.shown.runsOfTree],
  )
  const childrenOf = Map.groupBy(rows, (row) => row.parent_run_id)
  const root = childrenOf.get(null)?.[0]
  if (!root) throw runNotFound(runId)
  const nodeOf = (row: RunRow): RunTreeNode => ({
    run: summariseRun(row),
    parentStep: row.parent_step,
    children: (childrenOf.get(row.id) ?? []).map(nodeOf),
  })
  return nodeOf(root)
}
