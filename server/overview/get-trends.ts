import type { Actor } from '#server/access/actor.ts'
import { ownerScope } from '#server/access/may.ts'
import { attentionLimits } from '#server/runs/list/health-signals.ts'
import type { FailingWorkflow, RunTrends, TrendFigures } from '#server/runs/models.ts'
import type { Stores } from '../stores.ts'
import { type TrendRange, trendRanges } from './trend-range.ts'

/**
 * Excludes test runs. The check per run happens only if test runs exist, so an installation without them does not pay
 * for it.
 */
const noTest = `case when exists (select from own_run t where t.version < 0)
  then not exists (select from own_run t where t.version < 0 and t.id = s.run_id)
  else true end`
/** Ended root runs, `run_state s`, without test runs: $1 is the owner. */
const ended = `($1::text is null or s.owner_id = $1) and not s.child and ${noTest}`
/** In the range from $2 to $3. */
const endedInRange = `s.ended_at >= $2 and s.ended_at < $3 and ${ended}`

const tookMs = "date_part('epoch', s.ended_at - s.started_at) * 1000"
const figureColumns = `count(*) filter (where s.status = 'COMPLETED')::int as completed,
  count(*) filter (where s.status like 'FAILED%')::int as failed,
  count(*) filter (where s.status = 'CANCELLED')::int as stopped`
const percentiles = `percentile_cont(array[0.5, 0.95, 0.99]) within group (order by ${tookMs})
  filter (where s.status = 'COMPLETED')`

/** Outcomes of root runs and durations of completed ones, over time; and the workflows with the most failures. */
export async function getTrends(stores: Stores, actor: Actor, range: TrendRange): Promise<RunTrends> {
  const { steps, stepMs } = trendRanges[range]
  const { rows } = await stores.pool.query<{ now: Date }>('select now()')
  const nowMs = rows[0]?.now.getTime() ?? 0
  // The range ends with the current step, so that the queries stay equal until that step is over.
  const toMs = (Math.floor(nowMs / stepMs) + 1) * stepMs
  const fromMs = toMs - steps * stepMs
  const [figures, took, failing] = await Promise.all([
    readFigures(stores, actor, fromMs, steps, stepMs),
    readTook(stores, actor, fromMs, toMs),
    readFailing(stores, actor, fromMs, toMs),
  ])
  return {
    from: instant(fromMs),
    to: instant(toMs),
    stepMs,
    total: {
      completed: sum(figures, 'completed'),
      failed: sum(figures, 'failed'),
      stopped: sum(figures, 'stopped'),
      ...percentilesOf(took),
    },
    buckets: figures.map(({ took: tookInStep, ...counts }, index) => ({
      at: instant(fromMs + index * stepMs),
      ...counts,
      ...percentilesOf(tookInStep),
    })),
    failing,
  }
}

const instant = (ms: number) => new Date(ms).toISOString()

/** Percentiles of the durations of completed runs; null when none completed. */
type Took = readonly [p50: number, p95: number, p99: number] | null

interface StepFigures extends Pick<TrendFigures, 'completed' | 'failed' | 'stopped'> {
  readonly took: Took
}

function percentilesOf(took: Took): Pick<TrendFigures, 'p50' | 'p95' | 'p99'> {
  return { p50: took?.[0] ?? null, p95: took?.[1] ?? null, p99: took?.[2] ?? null }
}

function sum(figures: readonly StepFigures[], what: 'completed' | 'failed' | 'stopped'): number {
  return figures.reduce((total, step) => total + step[what], 0)
}

/**
 * The figures of each step, from the first on. Each step is a query of its own, since ended runs lie in the index in
 * that order: sixty small sorts cost half of a large one.
 */
async function readFigures(
  { pool }: Stores,
  actor: Actor,
  fromMs: number,
  steps: number,
  stepMs: number,
): Promise<readonly StepFigures[]> {
  const { rows } = await pool.query<StepFigures>(
    `select f.*
       from (select $2::timestamptz + make_interval(secs => $4::float8 / 1000 * place) as at,
                    $2::timestamptz + make_interval(secs => $4::float8 / 1000 * (place + 1)) as next
               from generate_series(0, $3::int - 1) place) b
       cross join lateral (
         select ${figureColumns}, ${percentiles} as took
           from own_run_state s where s.ended_at >= b.at and s.ended_at < b.next and ${ended}) f
      order by b.at`,
    [ownerScope(actor), new Date(fromMs), steps, stepMs],
  )
  return rows
}

/** Over the whole range. */
async function readTook({ pool }: Stores, actor: Actor, fromMs: number, toMs: number): Promise<Took> {
  const { rows } = await pool.query<{ took: Took }>(
    `select ${percentiles} as took from own_run_state s where ${endedInRange}`,
    [ownerScope(actor), new Date(fromMs), new Date(toMs)],
  )
  return rows[0]?.took ?? null
}

/** The failing workflows, with figures of the span of equal length before the range, to show the trend. */
async function readFailing(
  { pool }: Stores,
  actor: Actor,
  fromMs: number,
  toMs: number,
): Promise<readonly FailingWorkflow[]> {
  const beforeMs = fromMs - (toMs - fromMs)
  const { rows } = await pool.query<FailingWorkflow>(
    `with failed as materialized (
       select r.workflow, s.ended_at >= $4 as recent, q.fingerprint, q.failure
         from own_run_state s
         -- Looked up for each: the planner would rather go through all runs and all of their index.
         cross join lateral (select h.workflow from own_run h where h.id = s.run_id offset 0) r
         left join lateral (select i.fingerprint, i.failure from own_run_search i where i.run_id = s.run_id offset 0) q on true
        where ${endedInRange} and s.status like 'FAILED%'),
     failing as (
       select workflow, count(*) filter (where recent)::int as failed, count(*) filter (where not recent)::int as "failedBefore"
         from failed group by workflow having count(*) filter (where recent) > 0
        order by failed desc, workflow limit ${attentionLimits.workflows}),
     totals as (
       select r.workflow, count(*) filter (where s.ended_at >= $4)::int as ended,
              count(*) filter (where s.ended_at < $4)::int as "endedBefore"
         from own_run_state s join own_run r on r.id = s.run_id
        where ${endedInRange} and r.workflow = any(array(select workflow from failing))
        group by r.workflow),
     causes as (
       select distinct on (workflow) workflow, fingerprint, failure, count(*)::int as count
         from failed where recent and fingerprint is not null
        group by workflow, fingerprint, failure
        order by workflow, count(*) desc)
     select f.workflow, f.failed, t.ended, f."failedBefore", t."endedBefore",
            case when c.fingerprint is null then null
                 else json_build_object('fingerprint', c.fingerprint, 'shape', c.failure, 'count', c.count) end as cause
       from failing f join totals t using (workflow) left join causes c using (workflow)
      order by f.failed desc, f.workflow`,
    [ownerScope(actor), new Date(beforeMs), new Date(toMs), new Date(fromMs)],
  )
  return rows
}
