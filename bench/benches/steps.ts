import type { Bench, Row } from '../harness/bench.ts'
import { openCeiling } from '../harness/ceiling.ts'
import { type Cpu, processCpuBetween } from '../harness/cpu.ts'
import type { EngineProcess } from '../harness/engine-process.ts'
import { bytesPerStep } from '../harness/log-bytes.ts'
import { openDbos, type Peer } from '../harness/peer.ts'
import type { Stage } from '../harness/stage.ts'
import { count, median, percent } from '../harness/stats.ts'
import { line, STEPS } from '../harness/workflows.ts'

const AGAINST_PEERS = 100
const SHAPES = [1, 20, 100, 500]
/** Of the ceiling of the same run. */
const GOAL_AT_100 = 0.5

interface Round {
  readonly ratio: number
  readonly wholeRatio: number
  readonly rate: number
  readonly wholeRate: number
  readonly ceilingRate: number
  readonly engine: Cpu
  readonly database: number
  readonly ceilingOneRate: number
  /** PostgreSQL's, per run. */
  readonly startUs: number
  readonly ceilingNode: number
  readonly ceilingDatabase: number
  readonly flushes: number
}

/** Effectful inline steps, many runs at once, against the bare ceiling in the same minute. */
export const steps: Bench = {
  name: 'steps',
  about: '10 effectful inline steps of 100 bytes; 1, 20, 100 and 500 runs at once; against the bare ceiling',
  async run(kit) {
    const stage = await kit.openStage('steps')
    const ceiling = await openCeiling(stage.databaseUrl)
    const peer = kit.peers ? await openDbos(kit.serverUrl) : null
    try {
      await stage.publish(line('Ten', STEPS))
      const engine = await stage.engine()
      for (let warm = 0; warm < 10; warm += 1) await stage.burst(engine, 'Ten', 100, true)
      const bytes = await bytesPerStep(stage.pool)
      const rows: Row[] = []
      for (const runs of SHAPES) {
        const rounds: Round[] = []
        const until = performance.now() + (kit.quick ? 2_000 : 5_000)
        await ceiling.measure(runs, STEPS, bytes)
        while (rounds.length < 5 || performance.now() < until) {
          rounds.push(await round(stage, engine, ceiling, runs, bytes))
        }
        rows.push(rowOf(runs, rounds, ceiling.lanesFor(runs), bytes))
        if (peer && runs === AGAINST_PEERS) rows.push(await againstPeer(stage, engine, peer))
      }
      return rows
    } finally {
      await peer?.close()
      await ceiling.close()
      await stage.close()
    }
  },
}

/** Start and end included on both sides. */
async function againstPeer(stage: Stage, engine: EngineProcess, peer: Peer): Promise<Row> {
  await peer.measure(AGAINST_PEERS, STEPS)
  const rounds: { readonly ours: number; readonly theirs: number }[] = []
  const rateOf = (ms: number) => (AGAINST_PEERS * STEPS * 1000) / ms
  for (let round = 0; round < 5; round += 1) {
    const { wholeMs } = await stage.burst(engine, 'Ten', AGAINST_PEERS, false)
    rounds.push({ ours: rateOf(wholeMs), theirs: rateOf(await peer.measure(AGAINST_PEERS, STEPS)) })
  }
  const ratio = median(rounds.map(({ ours, theirs }) => ours / theirs))
  return {
    bench: 'steps',
    shape: `${AGAINST_PEERS} at once, request → last completed`,
    measured: `${count(median(rounds.map(({ ours }) => ours)))} steps/s`,
    against: `${peer.name}: ${count(median(rounds.map(({ theirs }) => theirs)))}`,
    ratio: `${ratio.toFixed(1)} ×`,
    figures: { ratio, peerStepsPerSecond: median(rounds.map(({ theirs }) => theirs)) },
  }
}

async function round(
  stage: Stage,
  engine: EngineProcess,
  ceiling: Awaited<ReturnType<typeof openCeiling>>,
  runs: number,
  bytes: number,
): Promise<Round> {
  const total = runs * STEPS
  const whole = await stage.burst(engine, 'Ten', runs, false)
  const apart = await stage.burst(engine, 'Ten', runs, true)
  const ceilingBefore = await stage.databaseCpu()
  const nodeBefore = process.cpuUsage()
  const bare = await ceiling.measure(runs, STEPS, bytes)
  const node = process.cpuUsage(nodeBefore)
  const ceilingAfter = await stage.databaseCpu()
  const cpu = apart.engineCpu
  return {
    ratio: bare / apart.stepsMs,
    wholeRatio: bare / whole.wholeMs,
    rate: (total * 1000) / apart.stepsMs,
    wholeRate: (total * 1000) / whole.wholeMs,
    ceilingRate: (total * 1000) / bare,
    engine: { main: cpu.main / total, functions: cpu.functions / total, other: cpu.other / total },
    database: apart.databaseCpu / total,
    ceilingNode: (node.user + node.system) / total,
    ceilingDatabase: processCpuBetween(ceilingBefore, ceilingAfter) / total,
    ceilingOneRate: (total * 1000) / (await ceiling.measure(runs, STEPS, bytes, 1)),
    startUs: (whole.databaseCpu - apart.databaseCpu) / runs,
    flushes: apart.flushes / total,
  }
}

function rowOf(runs: number, rounds: readonly Round[], lanes: number, bytes: number): Row {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick))
  const ratio = of((each) => each.ratio)
  const us = (pick: (round: Round) => number) => `${of(pick).toFixed(0)}`
  return {
    bench: 'steps',
    shape: `${runs} at once, first step started → last completed`,
    measured: `${count(of((each) => each.rate))} steps/s`,
    against: `ceiling ${count(of((each) => each.ceilingRate))} (${lanes} ${lanes === 1 ? 'connection' : 'connections'})`,
    ratio: percent(ratio),
    ...(runs === 100 && { goal: `≥ ${percent(GOAL_AT_100)} (aim 70 %)`, met: ratio >= GOAL_AT_100 }),
    notes: [
      `with start and claim: ${count(of((each) => each.wholeRate))} steps/s, ${percent(of((each) => each.wholeRatio))}; ` +
        `${of((each) => each.flushes).toFixed(3)} commits/step; ${bytes} bytes/step; ${rounds.length} rounds`,
      `CPU µs/step: engine ${us((each) => each.engine.main)} main + ${us((each) => each.engine.functions)} function threads + ` +
        `${us((each) => each.engine.other)} GC and JIT, PostgreSQL ${us((each) => each.database)} (claims included; a start costs it ${us((each) => each.startUs)} µs more); ` +
        `ceiling ${us((each) => each.ceilingNode)} node, PostgreSQL ${us((each) => each.ceilingDatabase)}; ceiling with one connection ${count(of((each) => each.ceilingOneRate))} steps/s`,
    ],
    figures: {
      runs,
      ratio,
      wholeRatio: of((each) => each.wholeRatio),
      stepsPerSecond: of((each) => each.rate),
      wholeStepsPerSecond: of((each) => each.wholeRate),
      ceilingStepsPerSecond: of((each) => each.ceilingRate),
      engineMainUsPerStep: of((each) => each.engine.main),
      functionThreadUsPerStep: of((each) => each.engine.functions),
      engineOtherUsPerStep: of((each) => each.engine.other),
      postgresUsPerStep: of((each) => each.database),
      ceilingNodeUsPerStep: of((each) => each.ceilingNode),
      ceilingPostgresUsPerStep: of((each) => each.ceilingDatabase),
      commitsPerStep: of((each) => each.flushes),
    },
  }
}
