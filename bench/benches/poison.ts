import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Row } from '../harness/bench.ts'
import type { EngineProcess } from '../harness/engine-process.ts'
import type { Stage } from '../harness/stage.ts'
import { at, count, median, nowMs, percent } from '../harness/stats.ts'
import { until } from '../harness/until.ts'
import { line, STEPS, workflow } from '../harness/workflows.ts'

const RUNS = 50
const GOAL = 0.1
/** From the call of a step that never ends until it has blocked its thread, and then a process of its own, for a while. */
const FIRST_MS = 3_000
const LATER_MS = 5_000
const TURN_MS = 2_500
const AT_LEAST_MS = 2_000
const DEADLY_MS = 120_000
const PAIRS = { quick: { first: 3, later: 6, exit: 4 }, whole: { first: 8, later: 16, exit: 8 } }

/** What others notice of a step that never ends or ends its thread: pairs of turns with and without it. */
export const poison: Bench = {
  name: 'poison',
  about: 'other runs beside a step that never ends, or that ends its thread',
  async run(kit) {
    const stage = await kit.openStage('poison')
    const pairs = kit.quick ? PAIRS.quick : PAIRS.whole
    try {
      await stage.publish(line('Ten', STEPS))
      for (const fn of ['loop_until', 'loop_in_turns', 'exit']) {
        const step = { name: 'Deadly', type: 'STANDARD', function: `poison.${fn}`, timeout_seconds: 60 } as const
        await stage.publish(workflow(fn, [step]))
      }
      const engine = await stage.engine()
      await load(stage, engine, () => false)
      return [
        await inPairs('never ends, in its first three seconds', pairs.first, {
          with: () => firstSeconds(stage, engine),
          without: () => load(stage, engine, forMs(FIRST_MS)),
        }),
        await inPairs('ends its thread, until it is quarantined', pairs.exit, untilQuarantined(stage, engine)),
        // It goes on until the end.
        await later(stage, engine, pairs.later),
      ]
    } finally {
      await stage.close()
    }
  },
}

/** What was done in a turn: the processor’s microseconds are those of the engine without its function threads, and of the database. */
interface Load {
  readonly runs: number
  readonly ms: number
  readonly cpu: number
  readonly longestMs: number
}

interface Turns {
  with(): Promise<Load>
  without(): Promise<Load>
}

/** What changes by and by on this machine is in both: which of them comes first changes with every pair. */
async function inPairs(what: string, pairs: number, turns: Turns): Promise<Row> {
  const with_: Load[] = []
  const without: Load[] = []
  for (let pair = 1; pair <= pairs; pair += 1) {
    if (pair % 2 === 1) without.push(await turns.without())
    with_.push(await turns.with())
    if (pair % 2 === 0) without.push(await turns.without())
    sayPair(what, pair, with_, without)
  }
  return rowOf(what, with_, without)
}

async function firstSeconds(stage: Stage, engine: EngineProcess): Promise<Load> {
  const [runId = ''] = await stage.start('loop_until', 1, undefined, { until: Date.now() + FIRST_MS })
  const loaded = await load(stage, engine, forMs(FIRST_MS))
  await endOf(stage, runId)
  return loaded
}

function untilQuarantined(stage: Stage, engine: EngineProcess): Turns {
  let lastedMs = AT_LEAST_MS
  return {
    without: () => load(stage, engine, forMs(lastedMs)),
    async with() {
      const startedAt = nowMs()
      const [runId = ''] = await stage.start('exit', 1)
      let hasEnded = false
      const end = endOf(stage, runId).then(() => {
        hasEnded = true
      })
      const loaded = await load(stage, engine, () => !hasEnded || nowMs() - startedAt < AT_LEAST_MS)
      await end
      lastedMs = nowMs() - startedAt
      return loaded
    },
  }
}

/** When it has a process to itself: it keeps a processor busy in every other turn of the clock, and sleeps in between. */
async function later(stage: Stage, engine: EngineProcess, pairs: number): Promise<Row> {
  const what = 'never ends, from then on'
  await stage.start('loop_in_turns', 1, undefined, { turnMs: TURN_MS })
  await load(stage, engine, forMs(LATER_MS))
  const turn = async (place: number) => {
    while (Math.floor(Date.now() / TURN_MS) % 2 !== place) await sleep(TURN_MS - (Date.now() % TURN_MS))
    // A burst that reaches into the next turn is of neither.
    const end = Date.now() - (Date.now() % TURN_MS) + TURN_MS
    return load(
      stage,
      engine,
      () => Date.now() < end,
      () => Date.now() <= end,
    )
  }
  const with_: Load[] = []
  const without: Load[] = []
  for (let pair = 1; pair <= pairs; pair += 1) {
    with_.push(await turn(0))
    without.push(await turn(1))
    sayPair(what, pair, with_, without)
  }
  return rowOf(what, with_, without)
}

function rowOf(what: string, with_: readonly Load[], without: readonly Load[]): Row {
  const shares = sharesOf(with_, without, ({ runs, ms }) => ms / runs).map((share) => 1 - 1 / share)
  const cpuShares = sharesOf(with_, without, ({ runs, cpu }) => cpu / runs).map((share) => share - 1)
  const share = median(shares)
  const rate = (loads: readonly Load[]) => median(loads.map(({ runs, ms }) => (runs * 1_000) / ms))
  const longest = (loads: readonly Load[]) => Math.round(Math.max(...loads.map(({ longestMs }) => longestMs)))
  return {
    bench: 'poison',
    shape: `bursts of ${RUNS} ten-step runs, beside one step that ${what}`,
    measured: `${count(rate(with_))} runs/s, longest burst ${longest(with_)} ms`,
    against: `without it: ${count(rate(without))} runs/s, longest burst ${longest(without)} ms`,
    ratio: `${percent(share)} slower`,
    goal: `≤ ${percent(GOAL)} slower`,
    met: share <= GOAL,
    notes: [
      `median of ${shares.length} pairs of turns, of which the middle half lies between ${percent(at(shares, 0.25))} and ${percent(at(shares, 0.75))}`,
      `processor time of the engine, without its function threads, and the database per run ${percent(median(cpuShares))} more`,
    ],
    figures: { slower: share, low: at(shares, 0.25), high: at(shares, 0.75), moreCpu: median(cpuShares) },
  }
}

function sharesOf(with_: readonly Load[], without: readonly Load[], of: (load: Load) => number): readonly number[] {
  return with_.flatMap((load, pair) => {
    const other = without[pair]
    return other && load.runs > 0 && other.runs > 0 ? [of(load) / of(other)] : []
  })
}

function sayPair(what: string, pair: number, with_: readonly Load[], without: readonly Load[]): void {
  const rate = (load: Load | undefined) => count(((load?.runs ?? 0) * 1_000) / (load?.ms ?? 0))
  console.error(`poison: ${what}, pair ${pair}: ${rate(with_.at(-1))} runs/s, without it ${rate(without.at(-1))}`)
}

const forMs = (ms: number) => {
  const end = nowMs() + ms
  return () => nowMs() < end
}

/** Burst after burst, at least one; a burst is as long as its slowest run. */
async function load(
  stage: Stage,
  engine: EngineProcess,
  goesOn: () => boolean,
  counts: () => boolean = () => true,
): Promise<Load> {
  const sum = { runs: 0, ms: 0, cpu: 0, longestMs: 0 }
  do {
    const { wholeMs, engineCpu, databaseCpu } = await stage.burst(engine, 'Ten', RUNS, false)
    if (!counts()) break
    sum.runs += RUNS
    sum.ms += wholeMs
    sum.cpu += engineCpu.main + engineCpu.other + databaseCpu
    sum.longestMs = Math.max(sum.longestMs, wholeMs)
  } while (goesOn())
  return sum
}

async function endOf(stage: Stage, runId: string): Promise<void> {
  await until(
    'the deadly run has ended',
    async () => {
      const { rowCount } = await stage.pool.query('select from run_state where run_id = $1 and ended_at is not null', [
        runId,
      ])
      return rowCount === 1
    },
    DEADLY_MS,
  )
}
