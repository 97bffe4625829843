import { triggerService } from '#server/triggers/service.ts'
import type { Bench, Row } from '../harness/bench.ts'
import type { Stage } from '../harness/stage.ts'
import { count, ms } from '../harness/stats.ts'
import { until } from '../harness/until.ts'
import { line } from '../harness/workflows.ts'

const SCHEDULES = 10_000
const GOAL_MS = 1_000
const MINUTE_MS = 60_000
/** Time to write the schedules before their instant. */
const AHEAD_MS = 10_000

/** Many schedules due within one minute, and all of them at one instant: from the planned instant to the committed run. */
export const schedules: Bench = {
  name: 'schedules',
  about: '10,000 schedules due within one minute, and at one instant: lateness of their runs',
  async run(kit) {
    const stage = await kit.openStage('schedules')
    const total = kit.quick ? SCHEDULES / 10 : SCHEDULES
    try {
      await stage.publish(line('Ten', 1))
      await stage.pool.query(
        `insert into member (owner_id, person_id, kind, roles) values ('local', $1, 'service', $2) on conflict do nothing`,
        [triggerService.id, triggerService.roles],
      )
      await stage.engine()
      const spread = await lateness(stage, total, 60)
      const atOnce = await lateness(stage, total, 0)
      return [
        rowOf(`${count(total)} due within one minute, due → run committed`, spread, GOAL_MS),
        rowOf(`${count(total)} due at one instant, due → run committed`, atOnce),
      ]
    } finally {
      await stage.close()
    }
  },
}

interface Lateness {
  readonly p50: number
  readonly p99: number
  readonly early: number
}

function rowOf(shape: string, { p50, p99, early }: Lateness, goalMs?: number): Row {
  return {
    bench: 'schedules',
    shape,
    measured: `p50 ${ms(p50)}, p99 ${ms(p99)}, ${early} early`,
    ...(goalMs !== undefined && { goal: `p99 < ${goalMs / 1000} s, none early`, met: p99 < goalMs && early === 0 }),
    figures: { p50Ms: p50, p99Ms: p99, early },
  }
}

/** Schedules of the next full minute, each with a delay of up to `jitterSeconds`. */
async function lateness({ patientPool: pool }: Stage, total: number, jitterSeconds: number): Promise<Lateness> {
  await pool.query('delete from trigger')
  const now = Date.now()
  const at = Math.ceil((now + AHEAD_MS) / MINUTE_MS) * MINUTE_MS
  await pool.query(
    `insert into trigger (id, owner_id, workflow, name, type, spec, handled_until, next_at)
     select gen_random_uuid(), 'local', 'Ten', n::text, 'schedule',
            jsonb_build_object('type', 'schedule', 'every_seconds', 60, 'jitter_seconds', $2::int),
            clock_timestamp(), to_timestamp($3::float8 / 1000)
       from generate_series(1, $1::int) n`,
    [total, jitterSeconds, at],
  )
  const fired = async () => {
    const { rows } = await pool.query<{ started: number }>(
      `select count(*)::int as started from trigger_firing where state = 'started' and planned_at = to_timestamp($1::float8 / 1000)`,
      [at],
    )
    return rows[0]?.started === total
  }
  await until('every schedule has fired', fired, 4 * MINUTE_MS, 500)
  const { rows } = await pool.query<Lateness>(
    `with late as (
       select extract(epoch from r.created_at - f.due_at)::float8 * 1000 as ms
         from trigger_firing f join run r on r.id = f.run_id where f.planned_at = to_timestamp($1::float8 / 1000))
     select percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.99) within group (order by ms) as p99,
            count(*) filter (where ms < -1)::int as early from late`,
    [at],
  )
  return rows[0] ?? { p50: Number.NaN, p99: Number.NaN, early: Number.NaN }
}
