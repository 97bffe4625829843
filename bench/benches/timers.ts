import type { Bench } from '../harness/bench.ts'
import { cloneRun } from '../harness/clone-runs.ts'
import { at, count, median, ms } from '../harness/stats.ts'
import { until } from '../harness/until.ts'
import { workflow } from '../harness/workflows.ts'

const TIMERS = 50_000
const GOAL_MS = 1_000
/** Time to move all due times, before the first of them. */
const AHEAD_MS = 6_000

/** Many timers due within one second, of runs that no engine holds. */
export const timers: Bench = {
  name: 'timers',
  about: '50,000 timers due in the same second: lateness, none early, and until their runs have gone on',
  async run(kit) {
    const stage = await kit.openStage('timers')
    const total = kit.quick ? TIMERS / 10 : TIMERS
    try {
      await stage.publish(workflow('Wait', [{ name: 'Later', type: 'WAIT', duration_seconds: 36_000 }]))
      const engine = await stage.engine()
      const [runId = ''] = await stage.start('Wait', 1)
      await until('the run waits for its timer', async () => {
        const { rows } = await stage.pool.query(
          `select from run_state s join timer t using (run_id) where run_id = $1 and engine_id is null`,
          [runId],
        )
        return rows.length === 1
      })
      await cloneRun(stage.patientPool, runId, total)
      const { ended } = await engine.expect(total)
      const firstAt = Date.now() + AHEAD_MS
      await stage.pool.query(
        `update timer t set due_at = to_timestamp(($1::float8 + c.place * $2::float8) / 1000) from bench_copy c where c.id = t.run_id`,
        [firstAt, 1000 / total],
      )
      if (Date.now() > firstAt - 2_500) throw new Error('The timers were not set in time: the machine is too busy.')
      const { fires } = await ended

      const lateness: number[] = []
      for (const { timers: fired, at: firedAt } of fires) {
        for (let one = 0; one < fired; one += 1)
          lateness.push(firedAt - (firstAt + ((lateness.length + 1) * 1000) / total))
      }
      const { rows } = await stage.pool.query<{ early: number; p50: number; p99: number }>(
        `with late as (
           select extract(epoch from s.ended_at)::float8 * 1000 - ($1::float8 + c.place * $2::float8) as ms
             from bench_copy c join run_state s on s.run_id = c.id)
         select count(*) filter (where ms < -1)::int as early, percentile_cont(0.5) within group (order by ms) as p50,
                percentile_cont(0.99) within group (order by ms) as p99 from late`,
        [firstAt, 1000 / total],
      )
      const went = rows[0] ?? { early: Number.NaN, p50: Number.NaN, p99: Number.NaN }
      const p99 = at(lateness, 0.99)
      return [
        {
          bench: 'timers',
          shape: `${count(total)} due in one second, due → fired (message committed)`,
          measured: `p50 ${ms(median(lateness))}, p99 ${ms(p99)}, ${went.early} early`,
          goal: `p99 < ${GOAL_MS / 1000} s, none early`,
          met: p99 < GOAL_MS && went.early === 0,
          figures: { p50Ms: median(lateness), p99Ms: p99, early: went.early },
        },
        {
          bench: 'timers',
          shape: 'the same, due → the run has gone on to its end',
          measured: `p50 ${ms(went.p50)}, p99 ${ms(went.p99)}`,
          notes: [`${count((total * 1000) / (went.p99 + 1000))} runs taken up and ended per second`],
          figures: { endedP50Ms: went.p50, endedP99Ms: went.p99 },
        },
      ]
    } finally {
      await stage.close()
    }
  },
}
