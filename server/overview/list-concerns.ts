import type { Actor } from '#server/access/actor.ts'
import { ownerScope } from '#server/access/may.ts'
import { attentionLimits, type HealthSignal, healthSignalOf, unclaimed } from '#server/runs/list/health-signals.ts'
import { runConditions } from '#server/runs/list/run-conditions.ts'
import type { RunFilter } from '#server/runs/list/run-filter.ts'
import type { Concern } from '#server/runs/models.ts'
import { needsAgent, servingProcesses } from '#server/runs/serving-processes.ts'
import type { Stores } from '../stores.ts'

/**
 * Root runs that need attention, because of themselves or of a descendant. Each concern has the filter that finds
 * exactly the roots it counts; failures come first, then the most pressing ones.
 */
export async function listConcerns(stores: Stores, actor: Actor): Promise<readonly Concern[]> {
  const queues = await listQueues(stores, actor)
  const asked = [
    { trouble: 'failed' as const },
    ...queues.map(({ queue, workers }) => ({ trouble: 'no_worker' as const, queue, workers })),
    ...(['quarantined', 'stale', 'retrying', 'waiting', 'signal'] as const).map((trouble) => ({ trouble })),
  ]
  const concerns = await Promise.all(asked.map((each) => countConcern(stores, actor, each)))
  return concerns.filter((concern) => concern !== null)
}

interface ConcernQuery {
  readonly trouble: HealthSignal
  readonly queue?: string
  readonly workers?: number
}

async function countConcern(
  { pool }: Stores,
  actor: Actor,
  { workers, ...about }: ConcernQuery,
): Promise<Concern | null> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const filter: RunFilter = about
  const conditions = runConditions(actor, filter, bind)
  const most = attentionLimits.counted
  const { rows } = await pool.query<{ count: number; id: string; workflow: string; since: Date | null }>(
    `select f.root as id, f.since, f.count, r.workflow
       from (select f.root, min(f.since) as since, count(*) over ()::int as count
               from (select r.root_run_id as root, ${healthSignalOf[about.trouble].since} as since
                       from own_run r join own_run_state s on s.run_id = r.id
                      where ${conditions} limit ${bind(most + 1)}) f
              group by f.root order by since limit 1) f
       join own_run r on r.id = f.root`,
    values,
  )
  const [oldest] = rows
  if (!oldest) return null
  return {
    ...about,
    ...(workers !== undefined && { workers }),
    count: Math.min(oldest.count, most),
    more: oldest.count > most,
    oldest: { runId: oldest.id, workflow: oldest.workflow, since: oldest.since?.toISOString() ?? null },
  }
}

/** Queues with unclaimed work, and the number of workers that serve them nevertheless. */
async function listQueues(
  { pool }: Stores,
  actor: Actor,
): Promise<readonly { readonly queue: string; readonly workers: number }[]> {
  const { rows } = await pool.query<{ queue: string; workers: number }>(
    `select q.queue, (select count(*)::int from ${servingProcesses} k
              where q.queue = any(k.queues) and k.expires_at > now() and (k.owner_id is not null or not q.needs_agent)
                and ($1::text is null or coalesce(k.owner_id, $1) = $1)) as workers
       from (select w.queue, min(w.offered_at) as since, bool_or(${needsAgent}) as needs_agent from async_task w
              where ${unclaimed} and ($1::text is null or w.owner_id = $1)
              group by w.queue order by since limit ${attentionLimits.queues}) q
      order by q.since`,
    [ownerScope(actor)],
  )
  return rows
}
