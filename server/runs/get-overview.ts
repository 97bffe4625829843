import { type Actor, ownerScope } from '../actor.ts'
import { countTasks } from '../inbox/count-tasks.ts'
import { findOldestTask } from '../inbox/find-oldest-task.ts'
import type { Stores } from '../stores.ts'
import { countRuns } from './count-runs.ts'
import { listRuns } from './list-runs.ts'
import type { OverviewData } from './models.ts'
import { type RunRow, runColumns, runTables, summariseRun } from './run-row.ts'

/** How many runs the overview shows of each kind. */
const SHOWN = 8

/** Everything of the overview at one instant. */
export async function getOverview(stores: Stores, actor: Actor): Promise<OverviewData> {
  const [byStatus, tasks, oldestWait, needsAttention, recent, throughput, durationsMs, counts] = await Promise.all([
    countRuns(stores, actor),
    countTasks(stores, actor),
    findOldestTask(stores, actor),
    failedRuns(stores, actor),
    listRuns(stores, actor, { rootsOnly: true, limit: SHOWN }),
    throughputByHour(stores, actor),
    durations(stores, actor),
    countParts(stores, actor),
  ])
  return {
    byStatus,
    waitingForPeople: tasks.available,
    oldestWait,
    needsAttention,
    recent: recent.items,
    throughput,
    durationsMs,
    ...counts,
  }
}

/** Roots that ended badly and that nobody has acknowledged. */
async function failedRuns({ pool }: Stores, actor: Actor): Promise<OverviewData['needsAttention']> {
  const { rows } = await pool.query<RunRow>(
    `select ${runColumns} from ${runTables}
      where ($1::text is null or (r.owner_id = $1 and s.owner_id = $1)) and r.parent_run_id is null
        and r.version > 0 and s.status like 'FAILED%' and s.phase not like '%\\_ACK'
      order by r.id desc limit $2`,
    [ownerScope(actor), SHOWN],
  )
  return rows.map(summariseRun)
}

async function throughputByHour({ pool }: Stores, actor: Actor): Promise<OverviewData['throughput']> {
  const { rows } = await pool.query<{ hour: Date; completed: number; failed: number }>(
    `with ended as (
       select date_trunc('hour', ended_at) as hour,
              count(*) filter (where status = 'COMPLETED')::int as completed,
              count(*) filter (where status like 'FAILED%')::int as failed
         from run_state
        where ($1::text is null or owner_id = $1) and ended_at >= date_trunc('hour', now()) - interval '23 hours'
        group by 1)
     select hour, coalesce(completed, 0) as completed, coalesce(failed, 0) as failed
       from generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), '1 hour') hour
       left join ended using (hour)
      order by hour`,
    [ownerScope(actor)],
  )
  return rows.map((row) => ({ hour: row.hour.toISOString(), completed: row.completed, failed: row.failed }))
}

/** From start to completion, of the runs that completed in the last 24 hours. */
async function durations({ pool }: Stores, actor: Actor): Promise<OverviewData['durationsMs']> {
  const { rows } = await pool.query<{ p50: number | null; p95: number | null }>(
    `select percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.95) within group (order by ms) as p95
       from (select extract(epoch from ended_at - started_at)::float8 * 1000 as ms from run_state
              where ($1::text is null or owner_id = $1) and status = 'COMPLETED' and ended_at > now() - interval '24 hours') ended`,
    [ownerScope(actor)],
  )
  return { p50: rows[0]?.p50 ?? null, p95: rows[0]?.p95 ?? null }
}

async function countParts({ pool }: Stores, actor: Actor): Promise<Pick<OverviewData, 'workflows' | 'enginesAlive'>> {
  const { rows } = await pool.query<{ workflows: number; engines: number }>(
    `select (select count(*)::int from workflow where owner_id = $1 and archived_at is null) as workflows,
            (select count(*)::int from engine where lease_expires_at > clock_timestamp()) as engines`,
    [actor.ownerId],
  )
  return { workflows: rows[0]?.workflows ?? 0, enginesAlive: rows[0]?.engines ?? 0 }
}
