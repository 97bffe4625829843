import type { Pool } from 'pg'
import { localActor } from '#server/access/actor.ts'
import { createDatabase } from '#server/db/client.ts'
import { createMetrics } from '#server/operations/metrics.ts'
import { listRuns } from '#server/runs/list/list-runs.ts'
import type { RunFilter, ValueCondition } from '#server/runs/list/run-filter.ts'
import { createStores } from '#server/stores.ts'
import type { Row } from '../../harness/bench.ts'
import { at, count, median, ms, nowMs } from '../../harness/stats.ts'

const GOAL_MS = 15
const PAGE = 50
const DAY_MS = 86_400_000

/** Comparisons by where the runs lie that match, as `makeRuns` makes them. With a goal, or `null` where their cost is known to grow. */
const comparisons = (runs: number): readonly (readonly [string, RunFilter, number | null])[] => [
  ['a value, none match', { values: [compared('rank', '>', 2 * runs)] }, GOAL_MS],
  ['a value, all match', { values: [compared('rank', '>', 0)] }, GOAL_MS],
  ['a value, few match, all oldest', { values: [compared('rank', '<', 30)] }, GOAL_MS],
  ['a value, few match, all newest', { values: [compared('rank', '>', runs - 30)] }, GOAL_MS],
  ['a value, one in 1,000 matches', { values: [compared('amount', '>=', 9_990)] }, GOAL_MS],
  ['a value, half match', { values: [compared('amount', '>', 5_000)] }, GOAL_MS],
  [
    'a value between two, one in 1,000 matches',
    { values: [compared('amount', '>', 5_000), compared('amount', '<=', 5_010)] },
    GOAL_MS,
  ],
  ['longer than any', { longerThanMs: 400 * DAY_MS, status: ['COMPLETED'] }, GOAL_MS],
  ['longer than nothing', { longerThanMs: 0 }, GOAL_MS],
  ['longer than five days, one in 20 matches', { longerThanMs: 5 * DAY_MS + 1 }, GOAL_MS],
  ['longer than 299.9 s, of one workflow, few match, all old', { longerThanMs: 299_900, workflow: 'Order' }, GOAL_MS],
  ['longer than a day, of a workflow that never is', { longerThanMs: DAY_MS, workflow: 'Order' }, GOAL_MS],
  ['longer than a second, of a rare workflow', { longerThanMs: 1_000, workflow: 'Rare' }, GOAL_MS],
  ['shorter than a second, of one workflow', { shorterThanMs: 1_000, workflow: 'Order' }, GOAL_MS],
  ['longer than 240 s, completed', { longerThanMs: 240_000, status: ['COMPLETED'] }, GOAL_MS],
  ['longer than 20 s, failed', { longerThanMs: 20_000, status: ['FAILED'] }, GOAL_MS],
  ['a value, 5 % match, all oldest', { values: [compared('rank', '<', runs / 20)] }, null],
  ['a value, half match, all oldest', { values: [compared('rank', '<', runs / 2)] }, null],
  ['a value, half match, and one tag', { tags: ['customer-77'], values: [compared('amount', '>', 5_000)] }, null],
  ['a value, half match, waiting', { status: ['WAITING_HUMAN_INPUT'], values: [compared('amount', '>', 5_000)] }, null],
  ['longer than a day, failed, which none is', { longerThanMs: DAY_MS, status: ['FAILED'] }, null],
]

function compared(key: string, is: ValueCondition['is'], value: number): ValueCondition {
  return { in: 'input', path: [key], is, value }
}

/** The list by comparisons, and the metrics, among as many runs; a figure is what the server takes, the database included. */
export async function measureManyRuns(
  pool: Pool,
  databaseUrl: string,
  runs: number,
  rounds: number,
): Promise<readonly Row[]> {
  const database = createDatabase(databaseUrl)
  const stores = createStores(pool, database)
  const rows: Row[] = []
  const measure = async (shape: string, goalMs: number | null, ask: () => Promise<unknown>) => {
    for (let warm = 0; warm < 3; warm += 1) await ask()
    const took: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = nowMs()
      await ask()
      took.push(nowMs() - startedAt)
    }
    const [p50, p95] = [median(took), at(took, 0.95)]
    rows.push({
      bench: 'many runs',
      shape: `${count(runs)} runs, ${shape}`,
      measured: `p50 ${ms(p50)}, p95 ${ms(p95)}`,
      ...(goalMs !== null && { goal: `< ${goalMs} ms`, met: p95 < goalMs }),
      figures: { p50, p95 },
    })
  }
  try {
    for (const [name, filter, goalMs] of comparisons(runs)) {
      await measure(name, goalMs, () => listRuns(stores, localActor, { ...filter, limit: PAGE }))
    }
    // Without what the last answer was kept for.
    const metrics = () => createMetrics(pool)()
    await measure('/metrics', GOAL_MS, metrics)
    await pool.query(`delete from bookmark where name = 'run_count'`)
    await measure('/metrics while ended runs have not been counted', null, metrics)
    return rows
  } finally {
    await database.$disconnect()
  }
}
