import { limits } from '#core/limits.ts'
import { statuses } from '#core/run/statuses.ts'
import { isEnded, liveStatuses } from '#core/run/views/status.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../../stores.ts'
import type { CellCache } from '../grid/cell-cache.ts'
import { getRunGrid } from '../grid/get-run-grid.ts'
import { runConditions } from '../list/run-conditions.ts'
import { hasFailed, isLive, namesOf } from '../list/step-conditions.ts'
import type { RunHeat } from '../models.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const ended = statuses.filter(isEnded)
/** The index by status finds the live runs among many that ended. */
const live = [...liveStatuses]

interface CountRow {
  readonly kind: 'live' | 'failed'
  /** Null for the runs at all steps together. */
  readonly step: string | null
  readonly count: number
}

/**
 * The heat of a workflow: how many live runs stand at each step, how many failed there in the last day, and how long it
 * takes. Sub-workflow runs count, test runs do not; the filters of the list find the same runs.
 */
export async function getRunHeat(stores: Stores, cells: CellCache, actor: Actor, workflow: string): Promise<RunHeat> {
  // Whole minutes: consecutive requests then have equal links.
  const since = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - DAY_MS).toISOString()
  const [counts, medians] = await Promise.all([
    countsOf(stores, actor, workflow, since),
    mediansOf(stores, cells, actor, workflow),
  ])
  const numbers = { live: new Map<string, number>(), failed: new Map<string, number>() }
  const all = { live: 0, failed: 0 }
  for (const { kind, step, count } of counts) {
    if (step === null) all[kind] = count
    else numbers[kind].set(step, count)
  }
  const names = new Set([...numbers.live.keys(), ...numbers.failed.keys(), ...medians.keys()])
  return {
    since,
    live: Math.min(all.live, limits.heat.runs),
    more: all.live > limits.heat.runs || all.failed > limits.heat.runs,
    steps: [...names].map((step) => ({
      step,
      live: numbers.live.get(step) ?? 0,
      failed: numbers.failed.get(step) ?? 0,
      medianMs: medians.get(step) ?? null,
    })),
  }
}

async function countsOf(
  { pool }: Pick<Stores, 'pool'>,
  actor: Actor,
  workflow: string,
  since: string,
): Promise<readonly CountRow[]> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const most = bind(limits.heat.runs + 1)
  const runs = 'from own_run r join own_run_state s on s.run_id = r.id'
  const { rows } = await pool.query<CountRow>(
    `with live as materialized (
       select r.id ${runs} where ${runConditions(actor, { workflow, status: live }, bind)} and ${isLive} order by r.id desc limit ${most}),
     failed as materialized (
       select r.id, s.error_step as step ${runs}
        where ${runConditions(actor, { workflow, endedFrom: since }, bind)} and ${hasFailed} order by r.id desc limit ${most}),
     found as (
       select 'live' as kind, l.id, c.step
         from live l join own_run_progress g on g.run_id = l.id cross join unnest(g.current_steps) c(step)
        union all
       select 'failed', f.id, f.step from failed f where f.step is not null)
     select f.kind, n.step, count(distinct f.id)::int as count
       from found f cross join lateral (values ${namesOf('f.step')
         .map((name) => `(${name})`)
         .join(', ')}) n(step) group by f.kind, n.step
      union all select 'live', null, count(*)::int from live
      union all select 'failed', null, count(*)::int from failed`,
    values,
  )
  return rows
}

/** The median duration of each step that completed in the last runs that ended. Their cells are in the cache of the grid. */
async function mediansOf(
  stores: Stores,
  cache: CellCache,
  actor: Actor,
  workflow: string,
): Promise<ReadonlyMap<string, number>> {
  const { steps, runs } = await getRunGrid(stores, cache, actor, { workflow, status: [...ended] })
  return new Map(
    steps.flatMap(({ name }, place): [string, number][] => {
      const times = runs.flatMap(({ cells }) => cells?.[place]?.tookMs ?? []).sort((a, b) => a - b)
      const [low, high] = [times[(times.length - 1) >> 1], times[times.length >> 1]]
      return low === undefined || high === undefined ? [] : [[name, Math.round((low + high) / 2)]]
    }),
  )
}
