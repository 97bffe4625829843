import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Row } from '../harness/bench.ts'
import type { EngineProcess } from '../harness/engine/engine-process.ts'
import { superviseEngine } from '../harness/engine/supervised-engine.ts'
import type { Kit } from '../harness/kit.ts'
import type { Stage } from '../harness/stage.ts'
import { nowMs } from '../harness/stats.ts'
import { until } from '../harness/until.ts'
import { line, STEPS, workflow } from '../harness/workflows.ts'
import { type BurstAfterBurst, forMs, inPairs, type Load, RUNS, rowOf, sayPair, type Turns } from './beside-poison.ts'

/** From the call of a step that never ends until it has blocked its thread, and then a process of its own, for a while. */
const FIRST_MS = 3_000
const LATER_MS = 5_000
const TURN_MS = 2_500
const AT_LEAST_MS = 2_000
const DEADLY_MS = 120_000
/** How often it is looked whether a burst has ended, which takes some seventy; and whether the poisoned run has, which takes seconds: only turns with it would pay for more. */
const LOOK_MS = { burst: 2, poisoned: 100 }
const PAIRS = {
  quick: { first: 3, later: 6, exit: 4, memory: 2, abort: 2 },
  whole: { first: 8, later: 16, exit: 8, memory: 8, abort: 6 },
}

/** What others notice of a step that takes with it what runs it: pairs of turns with and without it. */
export const poison: Bench = {
  name: 'poison',
  about: 'other runs beside a step that never ends, ends its thread, fills its memory, or aborts its process',
  async run(kit) {
    const pairs = kit.quick ? PAIRS.quick : PAIRS.whole
    const aborted = await abortsProcess(kit, pairs.abort)
    const stage = await kit.openStage('poison')
    try {
      await publish(stage, ['loop_until', 'loop_in_turns', 'exit', 'eat_memory'])
      const engine = await stage.engine()
      const load = reportedBursts(stage, engine)
      await load(() => false)
      return [
        await inPairs('never ends, in its first three seconds', pairs.first, {
          with: () => firstSeconds(stage, load),
          without: () => load(forMs(FIRST_MS)),
        }),
        await inPairs('ends its thread, until it is quarantined', pairs.exit, untilQuarantined(stage, load, 'exit')),
        await inPairs(
          'fills the memory of its thread, until it is quarantined',
          pairs.memory,
          untilQuarantined(stage, load, 'eat_memory'),
        ),
        aborted,
        // It goes on until the end.
        await later(stage, load, pairs.later),
      ]
    } finally {
      await stage.close()
    }
  },
}

async function publish(stage: Stage, functions: readonly string[]): Promise<void> {
  await stage.publish(line('Ten', STEPS))
  for (const fn of functions) {
    const step = { name: 'Deadly', type: 'STANDARD', function: `poison.${fn}`, timeout_seconds: 60 } as const
    await stage.publish(workflow(fn, [step]))
  }
}

/** It takes the engine with it: another one takes its place, for which everybody waits. */
async function abortsProcess(kit: Kit, pairs: number): Promise<Row> {
  const stage = await kit.openStage('poison_abort')
  try {
    await publish(stage, ['abort'])
    const engine = await superviseEngine(stage)
    const load = polledBursts(stage)
    const measure = async () => {
      await load(forMs(AT_LEAST_MS))
      const turns = untilQuarantined(stage, load, 'abort')
      // One that is being loaded to stand by is nothing that a turn is about.
      const settled = (turn: () => Promise<Load>) => engine.standby().then(turn)
      return inPairs('aborts its process, until it is quarantined', pairs, {
        with: () => settled(turns.with),
        without: () => settled(turns.without),
      })
    }
    const row = await measure().finally(engine.stop)
    const died = `the engine died ${engine.deaths} times in ${pairs} turns, under the supervisor of \`npm start\``
    return { ...row, notes: [...(row.notes ?? []), died] }
  } finally {
    await stage.close()
  }
}

async function firstSeconds(stage: Stage, load: BurstAfterBurst): Promise<Load> {
  const [runId = ''] = await stage.start('loop_until', 1, undefined, { until: Date.now() + FIRST_MS })
  const loaded = await load(forMs(FIRST_MS))
  await endOf(stage, [runId], LOOK_MS.poisoned)
  return loaded
}

function untilQuarantined(stage: Stage, load: BurstAfterBurst, fn: string): Turns {
  let lastedMs = AT_LEAST_MS
  return {
    without: () => load(forMs(lastedMs)),
    async with() {
      const startedAt = nowMs()
      const [runId = ''] = await stage.start(fn, 1)
      let hasEnded = false
      const end = endOf(stage, [runId], LOOK_MS.poisoned).then(() => {
        hasEnded = true
      })
      const loaded = await load(() => !hasEnded || nowMs() - startedAt < AT_LEAST_MS)
      await end
      lastedMs = nowMs() - startedAt
      return loaded
    },
  }
}

/** When it has a process to itself: it keeps a processor busy in every other turn of the clock, and sleeps in between. */
async function later(stage: Stage, load: BurstAfterBurst, pairs: number): Promise<Row> {
  const what = 'never ends, from then on'
  await stage.start('loop_in_turns', 1, undefined, { turnMs: TURN_MS })
  await load(forMs(LATER_MS))
  const turn = async (place: number) => {
    while (Math.floor(Date.now() / TURN_MS) % 2 !== place) await sleep(TURN_MS - (Date.now() % TURN_MS))
    // A burst that reaches into the next turn is of neither.
    const end = Date.now() - (Date.now() % TURN_MS) + TURN_MS
    return load(
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

/** The engine tells when a burst has ended. */
function reportedBursts(stage: Stage, engine: EngineProcess): BurstAfterBurst {
  return async (goesOn, counts = () => true) => {
    const sum = { runs: 0, ms: 0, cpu: 0, longestMs: 0 }
    do {
      const { wholeMs, engineCpu, databaseCpu } = await stage.burst(engine, 'Ten', RUNS, false)
      if (!counts()) break
      sum.runs += RUNS
      sum.ms += wholeMs
      sum.cpu += engineCpu.main + databaseCpu
      sum.longestMs = Math.max(sum.longestMs, wholeMs)
    } while (goesOn())
    return sum
  }
}

/** The same where the engine may die meanwhile, so that the database has to be asked. */
function polledBursts(stage: Stage): BurstAfterBurst {
  return async (goesOn) => {
    const sum = { runs: 0, ms: 0, cpu: null, longestMs: 0 }
    do {
      const startedAt = nowMs()
      await endOf(stage, await stage.start('Ten', RUNS), LOOK_MS.burst)
      const tookMs = nowMs() - startedAt
      sum.runs += RUNS
      sum.ms += tookMs
      sum.longestMs = Math.max(sum.longestMs, tookMs)
    } while (goesOn())
    return sum
  }
}

async function endOf(stage: Stage, runIds: readonly string[], lookMs: number): Promise<void> {
  const left = 'select from run_state where run_id = any($1::uuid[]) and ended_at is null limit 1'
  await until(
    'the runs have ended',
    async () => (await stage.pool.query(left, [runIds])).rowCount === 0,
    DEADLY_MS,
    lookMs,
  )
}
