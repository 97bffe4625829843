import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Bench } from '../harness/bench.ts'
import type { Stage } from '../harness/stage.ts'
import { nowMs } from '../harness/stats.ts'
import { type Transactions, transactionsSince, walPlace } from '../harness/transactions.ts'
import { until } from '../harness/until.ts'
import { line, STEPS } from '../harness/workflows.ts'

const RUNS_ALONE = 20
const RUNS_AT_ONCE = 100
const GOAL_PER_STEP = 0.2
/** PostgreSQL's sessions report what they did at most once a second. */
const STATISTICS_MS = 1_500
/** The transaction of a start, which is not the engine’s. */
const START = 1

interface Written extends Transactions {
  readonly flushes: number
  readonly seconds: number
  readonly syncs: number
}

/** Commits and rows, of one run alone and under load. */
export const writes: Bench = {
  name: 'writes',
  about: 'commits and rows per run alone, and per step with 100 runs at once',
  async run(kit) {
    const stage = await kit.openStage('writes')
    try {
      await stage.publish(line('Ten', STEPS))
      const engine = await stage.engine()
      for (let warm = 0; warm < 5; warm += 1) await stage.burst(engine, 'Ten', 50, false)

      const alone = await measure(stage, async () => {
        let flushes = 0
        for (let run = 0; run < RUNS_ALONE; run += 1) flushes += (await stage.burst(engine, 'Ten', 1, false)).flushes
        return flushes
      })
      const commits = alone.flushes / RUNS_ALONE + START

      const bursts = kit.quick ? 5 : 20
      const total = bursts * RUNS_AT_ONCE * STEPS
      const loaded = await measure(stage, async () => {
        let flushes = 0
        for (let burst = 0; burst < bursts; burst += 1) {
          flushes += (await stage.burst(engine, 'Ten', RUNS_AT_ONCE, false)).flushes
        }
        return flushes
      })
      const perStep = loaded.flushes / total
      return [
        {
          bench: 'writes',
          shape: `one ${STEPS}-step run alone, its start included`,
          measured: `${commits.toFixed(1)} commits`,
          goal: `≤ ${STEPS + 2}`,
          met: commits <= STEPS + 2,
          notes: [
            `transactions: ${(alone.runs / RUNS_ALONE).toFixed(1)} that write for a run; ${apart(alone)}; ` +
              `${(alone.runRows / (RUNS_ALONE * STEPS)).toFixed(1)} rows written per step`,
          ],
          figures: { commits, ...figuresOf(alone, RUNS_ALONE) },
        },
        {
          bench: 'writes',
          shape: `${RUNS_AT_ONCE} at once, per step, claims included`,
          measured: `${perStep.toFixed(3)} commits`,
          goal: `< ${GOAL_PER_STEP}`,
          met: perStep < GOAL_PER_STEP,
          notes: [
            `transactions: ${(loaded.runs / total).toFixed(3)} that write for a run; ${apart(loaded)}; ` +
              `${(loaded.syncs / total).toFixed(3)} syncs of the log to disk and ` +
              `${(loaded.runRows / total).toFixed(1)} rows written per step`,
          ],
          figures: { commitsPerStep: perStep, ...figuresOf(loaded, total) },
        },
      ]
    } finally {
      await stage.close()
    }
  },
}

/** What was written meanwhile and until the index has caught up. */
async function measure(stage: Stage, work: () => Promise<number>): Promise<Written> {
  const { pool } = stage
  await indexed(stage)
  await sleep(STATISTICS_MS)
  const syncs = await syncsOf(pool)
  const place = await walPlace(pool)
  const beganAt = nowMs()
  const flushes = await work()
  await indexed(stage)
  const seconds = (nowMs() - beganAt) / 1_000
  const transactions = await transactionsSince(pool, place)
  await sleep(STATISTICS_MS)
  return { ...transactions, flushes, seconds, syncs: (await syncsOf(pool)) - syncs }
}

async function indexed({ pool }: Stage): Promise<void> {
  const { rows } = await pool.query<{ now: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as now')
  await until('the index of runs has caught up', async () => {
    const { rowCount } = await pool.query(`select from bookmark where name = 'run_search' and xid >= $1::bigint`, [
      rows[0]?.now,
    ])
    return rowCount === 1
  })
}

function apart({ hints, index, engineRow, seconds }: Written): string {
  return `apart from these ${hints} hints, and in the background, in ${seconds.toFixed(1)} s until the index had caught up, ${index} of the index and ${engineRow} of the engine’s row (lease and metrics)`
}

function figuresOf({ runs, hints, index, engineRow, seconds, runRows }: Written, per: number): Record<string, number> {
  return { runTransactions: runs / per, hints: hints / per, index, engineRow, seconds, rows: runRows / per }
}

async function syncsOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ syncs: number }>(
    `select coalesce(sum(fsyncs), 0)::float8 as syncs from pg_stat_io where object = 'wal'`,
  )
  return rows[0]?.syncs ?? 0
}
