import { removeOld } from '#server/operations/retention/retention.ts'
import type { Bench } from '../harness/bench.ts'
import { cloneRun } from '../harness/clone-runs.ts'
import type { EngineProcess } from '../harness/engine/engine-process.ts'
import type { Stage } from '../harness/stage.ts'
import { at, count, median, ms, nowMs } from '../harness/stats.ts'
import { until } from '../harness/until.ts'
import { line, STEPS } from '../harness/workflows.ts'

const OLD_RUNS = 50_000
const OLD_STEPS = 3
const AT_ONCE = 20
const GOAL_SHARE = 0.1

/** Ten-step runs, twenty at once again and again, while old runs are removed beside them, against the same before and after. */
export const retention: Bench = {
  name: 'retention',
  about: 'the pace of runs while 50,000 old ones are removed',
  async run(kit) {
    const stage = await kit.openStage('retention')
    const old = kit.quick ? OLD_RUNS / 10 : OLD_RUNS
    try {
      await stage.publish(line('Ten', STEPS))
      await stage.publish(line('Old', OLD_STEPS))
      const engine = await stage.engine()
      const [runId = ''] = await stage.start('Old', 1)
      const ended = `select from run_state where run_id = $1 and ended_at is not null and engine_id is null`
      await until(
        'the run that is copied has ended',
        async () => (await stage.pool.query(ended, [runId])).rowCount === 1,
      )
      await cloneRun(stage.patientPool, runId, old - 1)
      await stage.patientPool.query(`update run_state set ended_at = ended_at - interval '40 days'`)
      await stage.patientPool.query('vacuum (analyze)')
      await bursts(stage, engine, 10)

      const rounds = kit.quick ? 20 : 60
      const before = await bursts(stage, engine, rounds)
      let removed = 0
      let done = false
      const startedAt = nowMs()
      const options = {
        pool: stage.pool,
        olderThanDays: 30,
        auditDays: 400,
        exportTo: null,
        onRemoved: (runs: number) => {
          removed += runs
        },
        log: () => undefined,
      }
      const removing = removeOld(options, new AbortController().signal).then(() => {
        done = true
      })
      const beside: number[] = []
      while (!done) beside.push(...(await bursts(stage, engine, 1)))
      await removing
      const seconds = (nowMs() - startedAt) / 1_000
      const after = await bursts(stage, engine, rounds)

      const alone = median([...before, ...after])
      const share = median(beside) / alone - 1
      return [
        {
          bench: 'retention',
          shape: `${AT_ONCE} ${STEPS}-step runs at once while ${count(removed)} old runs are removed`,
          measured: `p50 ${ms(median(beside))}, p99 ${ms(at(beside, 0.99))} each time`,
          against: `without: p50 ${ms(alone)}, p99 ${ms(at([...before, ...after], 0.99))}`,
          ratio: `${share > 0 ? '+' : ''}${(100 * share).toFixed(0)} %`,
          goal: `≤ +${GOAL_SHARE * 100} %`,
          met: share <= GOAL_SHARE && removed >= old,
          notes: [
            `removed in ${seconds.toFixed(0)} s, ${count(removed / seconds)} runs/s; ${beside.length} times beside it`,
          ],
          figures: { share, besideP50Ms: median(beside), aloneP50Ms: alone, seconds, removed },
        },
      ]
    } finally {
      await stage.close()
    }
  },
}

async function bursts(stage: Stage, engine: EngineProcess, times: number): Promise<readonly number[]> {
  const took: number[] = []
  for (let time = 0; time < times; time += 1) {
    took.push((await stage.burst(engine, 'Ten', AT_ONCE, false)).wholeMs)
  }
  return took
}
