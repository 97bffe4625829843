import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Row } from '../harness/bench.ts'
import {
  type Cost,
  needOf,
  type Period,
  periods,
  STEPS_OF_A_RUN,
  simulateMonth,
  stepsPerDatabase,
  stepsPerEngineCore,
} from '../harness/capacity-model.ts'
import { allOf, cpuBetween, processCpuBetween } from '../harness/cpu.ts'
import type { EngineProcess } from '../harness/engine/engine-process.ts'
import type { Stage } from '../harness/stage.ts'
import { count } from '../harness/stats.ts'
import { walPlace } from '../harness/transactions.ts'
import { until } from '../harness/until.ts'
import { inline, workflow } from '../harness/workflows.ts'

const SIZES = { 100: 'hundredBytes', 1000: 'thousandBytes', 10000: 'tenThousandBytes' } as const
const ENGINES = [1, 2] as const
const AT_ONCE = 100
const WARM_RUNS = 200
/** The index of runs follows the log, and belongs to what a run costs. */
const INDEX_MS = 3_000
const SEED = 1

/** What a run costs by the size of its results, and what a billion runs would need by these figures. */
export const capacity: Bench = {
  name: 'capacity',
  about: 'bytes, WAL and CPU of a run by the size of its results, on 1 and 2 engines; what 10⁹ runs would need',
  async run(kit) {
    const rows: Row[] = []
    const costs = new Map<string, Cost>()
    for (const engines of ENGINES) {
      for (const [size, fn] of Object.entries(SIZES)) {
        const stage = await kit.openStage('capacity')
        try {
          const steps = Array.from({ length: STEPS_OF_A_RUN }, (_, index) => inline(`step_${index + 1}`, fn))
          await stage.publish(workflow('Ten', steps))
          const cost = await measure(stage, engines, kit.quick ? 300 : 3_000)
          costs.set(`${engines} ${size}`, cost)
          rows.push(rowOf(Number(size), engines, cost))
        } finally {
          await stage.close()
        }
      }
    }
    return [...rows, ...Object.keys(SIZES).flatMap((size) => secondEngine(Number(size), costs))]
  },
}

async function measure(stage: Stage, engines: number, runs: number): Promise<Cost> {
  const processes = await Promise.all(Array.from({ length: engines }, () => stage.engine()))
  await complete(stage, WARM_RUNS)
  const before = await usageOf(stage, processes)
  await complete(stage, runs)
  const after = await usageOf(stage, processes)
  const { rows } = await stage.pool.query<{ bytes: number }>(
    'select pg_wal_lsn_diff($2::pg_lsn, $1::pg_lsn)::float8 as bytes',
    [before.wal, after.wal],
  )
  const engineUs = processes.reduce((sum, _, index) => {
    const [from, to] = [before.engines[index], after.engines[index]]
    return sum + (from && to ? allOf(cpuBetween(from, to)) : 0)
  }, 0)
  return {
    keptBytes: (after.bytes - before.bytes) / runs,
    walBytes: (rows[0]?.bytes ?? 0) / runs,
    engineUs: engineUs / (runs * STEPS_OF_A_RUN),
    databaseUs: processCpuBetween(before.database, after.database) / (runs * STEPS_OF_A_RUN),
  }
}

/** A load: runs that are started a hundred at a time, measured from the first start to the last end. */
async function complete(stage: Stage, runs: number): Promise<void> {
  for (let started = 0; started < runs; started += AT_ONCE) {
    await stage.start('Ten', Math.min(AT_ONCE, runs - started))
    await until('all runs have ended', async () => {
      const { rowCount } = await stage.pool.query('select from run_state where ended_at is null limit 1')
      return rowCount === 0
    })
  }
  await sleep(INDEX_MS)
}

async function usageOf(stage: Stage, processes: readonly EngineProcess[]) {
  const engines = await Promise.all(processes.map(async (engine) => (await engine.usage()).cpu))
  const { rows } = await stage.pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return { engines, database: await stage.databaseCpu(), wal: await walPlace(stage.pool), bytes: rows[0]?.bytes ?? 0 }
}

/** What the second engine on the same cores costs: the processor time of a step, of both engines and the database. */
function secondEngine(size: number, costs: ReadonlyMap<string, Cost>): readonly Row[] {
  const [one, two] = ENGINES.map((engines) => costs.get(`${engines} ${size}`))
  if (!one || !two) return []
  const more = (of: (cost: Cost) => number) => `${(100 * (of(two) / of(one) - 1)).toFixed(0)} %`
  return [
    {
      bench: 'capacity',
      shape: `the second engine, ${count(size)}-byte results`,
      measured: `${more(({ engineUs, databaseUs }) => engineUs + databaseUs)} more processor time a step`,
      notes: [
        `engines ${more(({ engineUs }) => engineUs)}, database ${more(({ databaseUs }) => databaseUs)}; at most 10 % is wanted`,
      ],
      figures: { size, one: one.engineUs + one.databaseUs, two: two.engineUs + two.databaseUs },
    },
  ]
}

const kb = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`

function rowOf(size: number, engines: number, cost: Cost): Row {
  const month = simulateMonth(cost, SEED)
  return {
    bench: 'capacity',
    shape: `${STEPS_OF_A_RUN}-step runs of ${count(size)}-byte results on ${engines} ${engines === 1 ? 'engine' : 'engines'}`,
    measured: `${kb(cost.keptBytes)} kept, ${kb(cost.walBytes)} WAL a run; ${cost.engineUs.toFixed(0)} + ${cost.databaseUs.toFixed(0)} µs a step`,
    notes: [
      `a core of an engine: ${count(stepsPerEngineCore(cost))} steps/s; a database of 8 cores: ${count(stepsPerDatabase(cost))}`,
      ...(Object.keys(periods) as Period[]).map((period) => inPeriod(cost, period)),
      `a month of 10⁹ runs, simulated: ${month.engineCores} engine cores; ${month.stalls} faults and upgrades, ${month.stalledSeconds} s with less or no capacity; ` +
        `most steps waiting ${count(month.mostWaiting)}, longest drain ${month.longestDrainSeconds} s; nothing waits in ${(100 * (1 - month.waitedShare)).toFixed(3)} % of the time`,
    ],
    figures: { size, engines, ...cost },
  }
}

function inPeriod(cost: Cost, period: Period): string {
  const need = needOf(cost, period)
  return (
    `10⁹ runs in a ${period}: ${count(need.meanRuns)} runs/s, peak ${count(need.peakSteps)} steps/s: ${need.engineCores} engine cores, ` +
    `databases by throughput: ${need.shardsByThroughput}; 90 days ${need.hotTerabytes.toFixed(1)} TB, databases by size: ${need.shardsBySize}, with 7 days hot ${need.shardsBySizeOfAWeek}`
  )
}
