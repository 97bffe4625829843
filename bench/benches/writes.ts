import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Bench } from '../harness/bench.ts'
import { line, STEPS } from '../harness/workflows.ts'

const RUNS_ALONE = 20
const RUNS_AT_ONCE = 100
const GOAL_PER_STEP = 0.2
/** PostgreSQL's sessions report what they did at most once a second. */
const STATISTICS_MS = 1_500

interface Counted {
  readonly rows: number
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

      await sleep(STATISTICS_MS)
      const idle = await counted(stage.pool)
      const transactionsIdle = await stage.transactions()
      let flushes = 0
      for (let run = 0; run < RUNS_ALONE; run += 1) flushes += (await stage.burst(engine, 'Ten', 1, false)).flushes
      const transactions = ((await stage.transactions()) - transactionsIdle) / RUNS_ALONE
      await sleep(STATISTICS_MS)
      const alone = await counted(stage.pool)
      const startOnly = 1
      const commits = flushes / RUNS_ALONE + startOnly
      const rowsAlone = (alone.rows - idle.rows) / (RUNS_ALONE * STEPS)

      const bursts = kit.quick ? 5 : 20
      const total = bursts * RUNS_AT_ONCE * STEPS
      const transactionsBefore = await stage.transactions()
      let flushesLoaded = 0
      for (let burst = 0; burst < bursts; burst += 1) {
        flushesLoaded += (await stage.burst(engine, 'Ten', RUNS_AT_ONCE, false)).flushes
      }
      const transactionsLoaded = ((await stage.transactions()) - transactionsBefore) / total
      await sleep(STATISTICS_MS)
      const loaded = await counted(stage.pool)
      const perStep = flushesLoaded / total
      return [
        {
          bench: 'writes',
          shape: `one ${STEPS}-step run alone, its start included`,
          measured: `${commits.toFixed(1)} commits`,
          goal: `≤ ${STEPS + 2}`,
          met: commits <= STEPS + 2,
          notes: [
            `${transactions.toFixed(1)} transactions with wake-up hints and lease renewals, which wait for no disk or are not per run; ` +
              `${rowsAlone.toFixed(1)} rows written per step`,
          ],
          figures: { commits, transactions, rowsPerStep: rowsAlone },
        },
        {
          bench: 'writes',
          shape: `${RUNS_AT_ONCE} at once, per step, claims included`,
          measured: `${perStep.toFixed(3)} commits`,
          goal: `< ${GOAL_PER_STEP}`,
          met: perStep < GOAL_PER_STEP,
          notes: [
            `${transactionsLoaded.toFixed(3)} transactions with starts, hints and renewals; ` +
              `${((loaded.syncs - alone.syncs) / total).toFixed(3)} syncs of the log to disk; ` +
              `${((loaded.rows - alone.rows) / total).toFixed(1)} rows written per step`,
          ],
          figures: { commitsPerStep: perStep, transactionsPerStep: transactionsLoaded },
        },
      ]
    } finally {
      await stage.close()
    }
  },
}

async function counted(pool: Pool): Promise<Counted> {
  const { rows } = await pool.query<{ rows: number; syncs: number }>(`
    select (select sum(n_tup_ins + n_tup_upd + n_tup_del) from pg_stat_user_tables)::float8 as rows,
           (select coalesce(sum(fsyncs), 0) from pg_stat_io where object = 'wal')::float8 as syncs`)
  return rows[0] ?? { rows: 0, syncs: 0 }
}
