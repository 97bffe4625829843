import type { Bench, Row } from '../harness/bench.ts'
import { openCeiling } from '../harness/ceiling.ts'
import { type Cpu, processCpuBetween } from '../harness/cpu.ts'
import type { EngineProcess } from '../harness/engine/engine-process.ts'
import { bytesPerStep } from '../harness/log-bytes.ts'
import { openDbos, type Peer } from '../harness/peer.ts'
import type { Stage } from '../harness/stage.ts'
import { count, median, percent } from '../harness/stats.ts'
import { line, STEPS } from '../harness/workflows.ts'

const AGAINST_PEERS = 100
const SHAPES = [1, 20, 100, 500]
/** Of the plain loop of the same run. */
const GOAL_AT_100 = 0.5

interface Round {
  /** Of the plain loop, and of the best one. */
  readonly ratio: number
  readonly bestRatio: number
  readonly wholeRatio: number
  readonly rate: number
  readonly wholeRate: number
  readonly plainRate: number
  readonly bestRate: number
  readonly engine: Cpu
  readonly database: number
  /** PostgreSQL's, per run. */
  readonly startUs: number
  readonly bestNode: number
  readonly bestDatabase: number
  readonly flushes: number
}

/** Effectful inline steps, many runs at once, against loops that only commit, in the same minute. */
export const steps: Bench = {
  name: 'steps',
  about: '10 effectful inline steps of 100 bytes; 1, 20, 100 and 500 runs at once; against loops that only commit',
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
        for (let warm = 0; warm < 3; warm += 1) await ceiling.plain(runs, STEPS, bytes)
        await ceiling.best(runs, STEPS, bytes)
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
  const plain = await ceiling.plain(runs, STEPS, bytes)
  const databaseBefore = await stage.databaseCpu()
  const nodeBefore = process.cpuUsage()
  const best = await ceiling.best(runs, STEPS, bytes)
  const node = process.cpuUsage(nodeBefore)
  const databaseAfter = await stage.databaseCpu()
  const cpu = apart.engineCpu
  return {
    ratio: plain / apart.stepsMs,
    bestRatio: best / apart.stepsMs,
    wholeRatio: plain / whole.wholeMs,
    rate: (total * 1000) / apart.stepsMs,
    wholeRate: (total * 1000) / whole.wholeMs,
    plainRate: (total * 1000) / plain,
    bestRate: (total * 1000) / best,
    engine: {
      main: cpu.main / total,
      functions: cpu.functions / total,
      background: cpu.background / total,
      other: cpu.other / total,
    },
    database: apart.databaseCpu / total,
    bestNode: (node.user + node.system) / total,
    bestDatabase: processCpuBetween(databaseBefore, databaseAfter) / total,
    startUs: (whole.databaseCpu - apart.databaseCpu) / runs,
    flushes: apart.flushes / total,
  }
}

function rowOf(runs: number, rounds: readonly Round[], lanes: number, bytes: number): Row {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick))
  const ratio = of((each) => each.ratio)
  const bestRatio = of((each) => each.bestRatio)
  const us = (pick: (round: Round) => number) => `${of(pick).toFixed(0)}`
  return {
    bench: 'steps',
    shape: `${runs} at once, first step started → last completed`,
    measured: `${count(of((each) => each.rate))} steps/s`,
    against: `plain loop ${count(of((each) => each.plainRate))}; best loop ${count(of((each) => each.bestRate))} (${lanes} ${lanes === 1 ? 'connection' : 'connections'})`,
    ratio: `${percent(ratio)}; ${percent(bestRatio)}`,
    ...(runs === 100 && { goal: `≥ ${percent(GOAL_AT_100)} of the plain loop (aim 70 %)`, met: ratio >= GOAL_AT_100 }),
    notes: [
      `with start and claim: ${count(of((each) => each.wholeRate))} steps/s, ${percent(of((each) => each.wholeRatio))} of the plain loop; ` +
        `${of((each) => each.flushes).toFixed(3)} commits/step; ${bytes} bytes/step; ${rounds.length} rounds`,
      `CPU µs/step: engine ${us((each) => each.engine.main)} main + ${us((each) => each.engine.functions)} function threads + ` +
        `${us((each) => each.engine.other)} GC and JIT + ${us((each) => each.engine.background)} index of runs, PostgreSQL ${us((each) => each.database)} (claims and the index included; a start costs it ${us((each) => each.startUs)} µs more); ` +
        `best loop ${us((each) => each.bestNode)} node, PostgreSQL ${us((each) => each.bestDatabase)}`,
    ],
    figures: {
      runs,
      ratio,
      bestRatio,
      wholeRatio: of((each) => each.wholeRatio),
      stepsPerSecond: of((each) => each.rate),
      wholeStepsPerSecond: of((each) => each.wholeRate),
      plainStepsPerSecond: of((each) => each.plainRate),
      bestStepsPerSecond: of((each) => each.bestRate),
      engineMainUsPerStep: of((each) => each.engine.main),
      functionThreadUsPerStep: of((each) => each.engine.functions),
      engineOtherUsPerStep: of((each) => each.engine.other),
      engineBackgroundUsPerStep: of((each) => each.engine.background),
      postgresUsPerStep: of((each) => each.database),
      bestNodeUsPerStep: of((each) => each.bestNode),
      bestPostgresUsPerStep: of((each) => each.bestDatabase),
      commitsPerStep: of((each) => each.flushes),
    },
  }
}
