import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from '../harness/bench.ts'
import { cloneRun } from '../harness/clone-runs.ts'
import { count, nowMs } from '../harness/stats.ts'
import { until } from '../harness/until.ts'
import { inline, workflow } from '../harness/workflows.ts'

const RUNS = 100_000
const GOAL_MB = 50
const GOAL_SECONDS = 30
const SETTLED_MS = 2_000
const LOOK_MS = 250
const HOUR_SECONDS = 3_600
const MB = 1024 * 1024

/** The cost of runs that wait for their conditions, while none is due and when all become due at once. */
export const conditions: Bench = {
  name: 'conditions',
  about: '100,000 runs in BLOCKED_WAITING: memory, and the evaluation of all of them, due in one second',
  async run(kit) {
    const stage = await kit.openStage('conditions')
    const runs = kit.quick ? RUNS / 10 : RUNS
    try {
      const when = 'now >= timestamp("2999-01-01T00:00:00Z")'
      await stage.publish({
        ...workflow('Wait', [inline('After', 'hundred_bytes')]),
        envelope: { conditions: [{ name: 'later', when, every_seconds: HOUR_SECONDS }] },
      })
      const first = await stage.engine()
      const [runId = ''] = await stage.start('Wait', 1)
      await until('the run waits for its condition', async () => {
        const { rows } = await stage.pool.query(
          `select from run_state where run_id = $1 and phase = 'BLOCKED_WAITING' and engine_id is null`,
          [runId],
        )
        return rows.length === 1
      })
      await sleep(SETTLED_MS)
      const empty = await first.usage(true)
      await first.stop()
      await cloneRun(stage.patientPool, runId, runs)

      const engine = await stage.engine()
      await sleep(SETTLED_MS)
      const full = await engine.usage(true)
      const dueAt = nowMs() + 1_000
      // The timers of one second: the first is due in a moment, the last one second later.
      await stage.patientPool.query(
        `update timer set due_at = clock_timestamp() + interval '1 second' * (c.place::float8 / $1)
           from bench_copy c where timer.run_id = c.id`,
        [runs],
      )
      const evaluated = async () => {
        const { rows } = await stage.patientPool.query<{ runs: number }>(
          `select count(*)::int as runs from timer t join bench_copy c on c.id = t.run_id
            where t.due_at > clock_timestamp() + interval '30 minutes'`,
        )
        return rows[0]?.runs ?? 0
      }
      while ((await evaluated()) < runs) await sleep(LOOK_MS)
      const seconds = (nowMs() - dueAt) / 1_000

      const grownMb = (full.rssBytes - empty.rssBytes) / MB
      const label = `${count(runs)} runs in BLOCKED_WAITING`
      return [
        {
          bench: 'conditions',
          shape: `${label}: engine memory above idle`,
          measured: `${grownMb.toFixed(0)} MB`,
          goal: `< ${GOAL_MB} MB`,
          met: grownMb < GOAL_MB,
          figures: { grownMb, idleMb: empty.rssBytes / MB },
        },
        {
          bench: 'conditions',
          shape: `${label}, all due in one second → all evaluated`,
          measured: `${seconds.toFixed(1)} s, ${count(runs / seconds)} a second`,
          goal: `< ${GOAL_SECONDS} s`,
          met: seconds < GOAL_SECONDS,
          figures: { seconds },
        },
      ]
    } finally {
      await stage.close()
    }
  },
}
