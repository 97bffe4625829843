import { limits } from '#core/limits.ts'
import { type Actor, ownerScope } from '../../actor.ts'
import type { Stores } from '../../stores.ts'
import type { FailingWorkflow, RunTrends, TrendFigures } from '../models.ts'
import { type TrendRange, trendRanges } from './trend-range.ts'

/** Runs that ended in the range, `run_state s`, without those of tests: $1 is the owner, $2 and $3 the range. */
const ended = `($1::text is null or s.owner_id = $1) and s.ended_at >= $2 and s.ended_at < $3
  and not exists (select from run t join run c on c.root_run_id = t.id where t.version < 0 and c.id = s.run_id)`

/** How many runs ended how, and how long the completed ones took, over time; and the workflows of which most fail. */
export async function getTrends(stores: Stores, actor: Actor, range: TrendRange): Promise<RunTrends> {
  const { steps, stepMs } = trendRanges[range]
  const { rows } = await stores.pool.query<{ now: Date }>('select now()')
  const nowMs = rows[0]?.now.getTime() ?? 0
  // To the end of the step that has begun, so that the same steps are asked for until it is over.
  const toMs = (Math.floor(nowMs / stepMs) + 1) * stepMs
  const fromMs = toMs - steps * stepMs
  const [figures, failing] = await Promise.all([
    readFigures(stores, actor, fromMs, toMs, stepMs),
    readFailing(stores, actor, fromMs, toMs),
  ])
  return {
    from: instant(fromMs),
    to: instant(toMs),
    stepMs,
    total: figures.get(null) ?? nothing,
    buckets: Array.from({ length: steps }, (_, index) => {
      const at = instant(fromMs + index * stepMs)
      return { at, ...(figures.get(at) ?? nothing) }
    }),
    failing,
  }
}

const instant = (ms: number) => new Date(ms).toISOString()
const nothing: TrendFigures = { completed: 0, failed: 0, stopped: 0, p50: null, p95: null, p99: null }

/** By the instant at which a step begins; null is the whole range. */
async function readFigures(
  { pool }: Stores,
  actor: Actor,
  fromMs: number,
  toMs: number,
  stepMs: number,
): Promise<ReadonlyMap<string | null, TrendFigures>> {
  const { rows } = await pool.query<{
    at: Date | null
    completed: number
    failed: number
    stopped: number
    took: readonly number[] | null
  }>(
    `select at, count(*) filter (where status = 'COMPLETED')::int as completed,
            count(*) filter (where status like 'FAILED%')::int as failed,
            count(*) filter (where status = 'CANCELLED')::int as stopped,
            percentile_cont(array[0.5, 0.95, 0.99]) within group (order by ms) filter (where status = 'COMPLETED') as took
       from (select date_bin(make_interval(secs => $4::float8 / 1000), s.ended_at, $2) as at, s.status,
                    date_part('epoch', s.ended_at - s.started_at) * 1000 as ms
               from run_state s where ${ended}) e
      group by grouping sets ((at), ())`,
    [ownerScope(actor), new Date(fromMs), new Date(toMs), stepMs],
  )
  return new Map(
    rows.map(({ at, took, ...counts }) => [
      at?.toISOString() ?? null,
      { ...counts, p50: took?.[0] ?? null, p95: took?.[1] ?? null, p99: took?.[2] ?? null },
    ]),
  )
}

/** With the same span before the range, to tell whether it gets better or worse. */
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
         from run_state s join run r on r.id = s.run_id left join run_search q on q.run_id = s.run_id
        where ${ended} and s.status like 'FAILED%'),
     failing as (
       select workflow, count(*) filter (where recent)::int as failed, count(*) filter (where not recent)::int as "failedBefore"
         from failed group by workflow having count(*) filter (where recent) > 0
        order by failed desc, workflow limit ${limits.trouble.workflows}),
     totals as (
       select r.workflow, count(*) filter (where s.ended_at >= $4)::int as ended,
              count(*) filter (where s.ended_at < $4)::int as "endedBefore"
         from run_state s join run r on r.id = s.run_id
        where ${ended} and r.workflow = any(array(select workflow from failing))
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
