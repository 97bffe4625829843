import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../stores.ts'
import type { RunTreeNode } from './models.ts'
import { runNotFound } from './run-not-found.ts'
import { type RunRow, runColumns, runTables, summariseRun } from './run-row.ts'
import { visibleRun } from './visible-run.ts'

/**
 * The tree of a run, from its root. A very large tree is cut at its bottom: the children of one run can be listed page
 * by page. Throws `NOT_FOUND`.
 */
export async function getRunTree({ pool }: Stores, actor: Actor, runId: string): Promise<RunTreeNode> {
  const values: unknown[] = [runId, limits.shown.runsOfTree]
  const visible = visibleRun(actor, (value) => `$${values.push(value)}`)
  const { rows } = await pool.query<RunRow>(
    `select ${runColumns} from ${runTables}
      where ${visible} and r.root_run_id = (select r.root_run_id from run r where r.id = $1 and ${visible})
      order by r.depth, r.id
      limit $2`,
    values,
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
