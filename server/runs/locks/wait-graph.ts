import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import type { Phase } from '#core/run/statuses.ts'
import type { Actor } from '#server/access/actor.ts'
import type { WaitEdge, WaitGraph, WaitNode } from './models.ts'

interface EdgeRow {
  readonly kind: 'waits' | 'holds' | 'behind'
  readonly runId: string
  /** The resource; of `behind`, the run that comes before. */
  readonly to: string
}

/** Requests and edges that one graph reads, far more than its nodes need. A longer queue is left out. */
const EDGES_READ = 5_000

/**
 * The waits for locks: the runs that wait, first in the queue first, the resources for which they wait, and the runs that
 * hold these. A resource that is free is in the graph only while a run that waits for it is first in the queue.
 */
export async function readWaitGraph(pool: Pool, { ownerId }: Actor): Promise<WaitGraph> {
  const { rows } = await pool.query<EdgeRow>({
    name: 'locks-wait-graph',
    text: `
with waits as (
  select q.run_id, q.position, q.blocked_by, r.resource,
         exists (select from resource_lock l where l.owner_id = $1 and l.resource = r.resource and l.run_id <> q.run_id) as held
    from (select run_id, position, blocked_by, resources from lock_request
           where owner_id = $1 order by position, run_id limit $2) q
    cross join unnest(q.resources) as r(resource)
   order by q.position, held desc, r.resource limit $2
),
behind as (
  select distinct w.run_id, b.run_id as before from waits w cross join unnest(w.blocked_by) as b(run_id)
   where exists (select from lock_request q where q.run_id = b.run_id and q.owner_id = $1)
     and not exists (select from waits h where h.run_id = w.run_id and h.held)
),
holds as (
  select distinct l.resource, l.run_id from (select distinct resource from waits) w
    join resource_lock l on l.owner_id = $1 and l.resource = w.resource
   limit $2
)
select kind, run_id as "runId", target as "to" from (
  select 'waits' as kind, run_id, resource as target, position from waits
  union all
  select 'behind', run_id, before::text, null from behind
  union all
  select 'holds', run_id, resource, null from holds
) e order by position nulls last, kind, run_id, target`,
    values: [ownerId, EDGES_READ],
  })
  return graphOf(rows, await describeRuns(pool, rows))
}

interface RunWords {
  readonly id: string
  readonly workflow: string
  readonly phase: Phase
}

async function describeRuns(pool: Pool, rows: readonly EdgeRow[]): Promise<ReadonlyMap<string, RunWords>> {
  const ids = new Set(rows.flatMap(({ kind, runId, to }) => (kind === 'behind' ? [runId, to] : [runId])))
  const { rows: runs } = await pool.query<RunWords>({
    name: 'locks-runs-of-graph',
    text: `select r.id, r.workflow, s.phase from run r join run_state s on s.run_id = r.id where r.id = any($1::uuid[])`,
    values: [[...ids]],
  })
  return new Map(runs.map((run) => [run.id, run]))
}

/** Whole waits are added as long as there is room: a run, its resources, and the runs that hold them. */
function graphOf(rows: readonly EdgeRow[], runs: ReadonlyMap<string, RunWords>): WaitGraph {
  const holders = Map.groupBy(
    rows.filter(({ kind }) => kind === 'holds'),
    ({ to }) => to,
  )
  const nodes = new Map<string, WaitNode>()
  const left = new Set<string>()
  const add = (id: string, node: WaitNode | undefined): boolean => {
    if (node === undefined) return false
    if (nodes.has(id)) return true
    if (nodes.size >= limits.shown.waitGraphNodes) {
      left.add(id)
      return false
    }
    nodes.set(id, node)
    return true
  }
  const addRun = (id: string) => {
    const run = runs.get(id)
    return add(id, run && { kind: 'run', ...run })
  }
  const edges: WaitEdge[] = []
  const link = (edge: WaitEdge, isShown: boolean) => {
    if (isShown) edges.push(edge)
  }
  const shown = new Set<string>()
  for (const { kind, runId, to } of rows) {
    if (kind === 'holds') continue
    const isRunShown = addRun(runId)
    const isTargetShown = kind === 'behind' ? addRun(to) : add(to, { kind: 'resource', id: to })
    link({ from: runId, to, kind: 'waits' }, isRunShown && isTargetShown)
    if (kind === 'behind' || shown.has(to)) continue
    shown.add(to)
    for (const holder of holders.get(to) ?? []) {
      const isHolderShown = addRun(holder.runId)
      link({ from: to, to: holder.runId, kind: 'holds' }, isTargetShown && isHolderShown)
    }
  }
  return { nodes: [...nodes.values()], edges, left: left.size }
}
