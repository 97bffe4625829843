import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from '../harness/bench.ts'
import { count, nowMs } from '../harness/stats.ts'
import { makeWaitingRuns, SETTLED_MS } from '../harness/waiting-runs.ts'
import { inline, workflow } from '../harness/workflows.ts'

const RUNS = 100_000
const GOAL_MB = 50
const GOAL_SECONDS = 30
/** A look counts all runs, which takes a processor a tenth of a second. */
const LOOK_MS = 1_000
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
      const waiting = { workflow: 'Wait', runs, phase: 'BLOCKED_WAITING', status: 'ACTIVE' }
      const empty = await makeWaitingRuns(stage, waiting)

      const engine = await stage.engine()
      await sleep(SETTLED_MS)
      const full = await engine.usage(true)
      const dueAt = nowMs() + 1_000
      // The timers of one second: the first is due in a moment, the last one second later.
      await stage.patientPool.query(
        `update timer set due_at = clock_timestamp() + interval '1 second' * (c.place::float8 / $1)
           from bench_copy c where timer.run_id = c.id and timer.timer_id like 'conditions:%'`,
        [runs],
      )
      const evaluated = async () => {
        const { rows } = await stage.patientPool.query<{ runs: number }>(
          `select count(*)::int as runs from timer t join bench_copy c on c.id = t.run_id
            where t.timer_id like 'conditions:%' and t.due_at > clock_timestamp() + interval '30 minutes'`,
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
