import { setTimeout as sleep } from 'node:timers/promises'
import type { Row } from '../harness/bench.ts'
import { allOf, cpuOfProcess } from '../harness/cpu.ts'
import type { EngineProcess } from '../harness/engine/engine-process.ts'
import type { Stage } from '../harness/stage.ts'
import { at, count, median, percent } from '../harness/stats.ts'
import type { WebProcess } from '../harness/web/web-process.ts'
import { line, STEPS } from '../harness/workflows.ts'
import { startSubscribers } from './subscribers.ts'

const CROWD = { reading: 180, stalled: 20 } as const
const SUBSCRIBERS = CROWD.reading + CROWD.stalled
const GOAL = 0.95
/** The turns until the engine's code is compiled. */
const WARM_TURNS = 2

export interface CrowdOptions {
  readonly runs: number
  /** The number of bursts in a turn: single bursts differ by more than the effect to be measured. */
  readonly bursts: number
  /** The number of pairs: each is a turn without subscribers and one among them. */
  readonly pairs: number
}

/** Bursts of steps: the speed, and the processor's milliseconds for 1,000 events. */
interface Turn {
  readonly stepsPerSecond: number
  readonly engine: number
  readonly database: number
  readonly web: number
  /** The processor time of the three together. */
  readonly all: number
  /** The subscribers' share of the same processors, which is not part of Heddle's. */
  readonly subscribers: number
}

/** What 200 subscribers to the changes cost, of whom 20 never read: the engine's steps, and processor time by process. */
export async function measureCrowd(stage: Stage, web: WebProcess, options: CrowdOptions): Promise<readonly Row[]> {
  const { runs, bursts, pairs } = options
  await stage.publish(line('Line', STEPS))
  const engine = await stage.engine()
  await stage.burst(engine, 'Line', runs, true)
  const measured: Measured = { stage, web, engine, runs, eventsPerRun: (await eventsOf(stage)) / runs }
  const takeAlone = () => measureTurn(measured, bursts)
  const takeAmong = async () => {
    const subscribers = await startSubscribers(web.port, '/api/trpc/runs.changes?input=%7B%7D', CROWD)
    try {
      return await measureTurn(measured, bursts, subscribers.pid)
    } finally {
      await subscribers.stop()
    }
  }
  for (let warm = 0; warm < WARM_TURNS; warm += 1) await takeAlone()
  const alone: Turn[] = []
  const among: Turn[] = []
  // The turns alternate, so that other load of the machine affects both; the order within pairs alternates too.
  for (let pair = 0; pair < pairs; pair += 1) {
    if (pair % 2 === 0) alone.push(await takeAlone())
    among.push(await takeAmong())
    if (pair % 2 === 1) alone.push(await takeAlone())
  }
  await engine.stop()
  const of = (turns: readonly Turn[], name: keyof Turn) => median(turns.map((each) => each[name]))
  const ratiosOf = (name: keyof Turn) => among.map((each, pair) => each[name] / (alone[pair]?.[name] ?? 0))
  const ratios = ratiosOf('stepsPerSecond')
  const ratio = median(ratios)
  // The last turn of one pair and the first of the next are both without subscribers: the difference between them is
  // chance.
  const chance = alone.flatMap(({ stepsPerSecond }, pair) => {
    const next = alone[pair + 1]
    return pair % 2 === 1 && next ? [next.stepsPerSecond / stepsPerSecond] : []
  })
  const middle = (values: readonly number[]) => `${percent(at(values, 0.25))} to ${percent(at(values, 0.75))}`
  const rates = (turns: readonly Turn[]) => turns.map(({ stepsPerSecond }) => count(stepsPerSecond)).join(', ')
  const shape = `${SUBSCRIBERS} subscribers, ${CROWD.stalled} of whom never read`
  const parts = ['engine', 'database', 'web'] as const
  return [
    {
      bench: 'live',
      shape: `steps with ${shape}`,
      measured: `${count(of(among, 'stepsPerSecond'))} steps/s`,
      against: `without them ${count(of(alone, 'stepsPerSecond'))}`,
      ratio: percent(ratio),
      goal: `≥ ${percent(GOAL)}`,
      met: ratio >= GOAL,
      notes: [
        `the ratio is the median of ${pairs} pairs of turns of ${bursts} bursts, the middle half ${middle(ratios)}`,
        `two turns without them, one after the other: median ${percent(median(chance))}, the middle half ${middle(chance)}`,
        `alone ${rates(alone)}`,
        `among them ${rates(among)}`,
      ],
      figures: { without: of(alone, 'stepsPerSecond'), within: of(among, 'stepsPerSecond'), ratio },
    },
    {
      bench: 'live',
      shape: `processor time for 1,000 events with ${shape}`,
      measured: `${of(among, 'all').toFixed(1)} ms`,
      against: `without them ${of(alone, 'all').toFixed(1)} ms`,
      ratio: percent(median(ratiosOf('all'))),
      notes: [
        ...parts.map(
          (part) => `${part} ${of(alone, part).toFixed(1)} ms alone, ${of(among, part).toFixed(1)} ms among them`,
        ),
        `the subscribers themselves, on the same processors, ${of(among, 'subscribers').toFixed(1)} ms`,
      ],
      figures: {
        subscribers: of(among, 'subscribers'),
        ...Object.fromEntries(
          [...parts, 'all' as const].flatMap((part) => [
            [`${part}Alone`, of(alone, part)],
            [`${part}Among`, of(among, part)],
          ]),
        ),
      },
    },
  ]
}

interface Measured {
  readonly stage: Stage
  readonly web: WebProcess
  readonly engine: EngineProcess
  readonly runs: number
  readonly eventsPerRun: number
}

async function measureTurn(
  { stage, web, engine, runs, eventsPerRun }: Measured,
  bursts: number,
  subscribersPid?: number,
): Promise<Turn> {
  const cpu = () => [cpuOfProcess(web.pid), subscribersPid ? cpuOfProcess(subscribersPid) : 0] as const
  let stepsMs = 0
  let engineUsed = 0
  let databaseUsed = 0
  let webUsed = 0
  let subscribersUsed = 0
  for (let burst = 0; burst < bursts; burst += 1) {
    // Every burst begins with the subscribers at rest: its first changes are sent at once, and by name.
    await settle(web)
    const before = cpu()
    const { engineCpu, databaseCpu, ...took } = await stage.burst(engine, 'Line', runs, true)
    const after = cpu()
    stepsMs += took.stepsMs
    engineUsed += allOf(engineCpu)
    databaseUsed += databaseCpu
    webUsed += after[0] - before[0]
    subscribersUsed += after[1] - before[1]
  }
  // Microseconds for all events are milliseconds for a thousand.
  const per = (microseconds: number) => microseconds / (bursts * runs * eventsPerRun)
  const used = { engine: per(engineUsed), database: per(databaseUsed), web: per(webUsed) }
  return {
    stepsPerSecond: (bursts * runs * STEPS * 1_000) / stepsMs,
    ...used,
    all: used.engine + used.database + used.web,
    subscribers: per(subscribersUsed),
  }
}

/** Waits until the web process is idle again: connecting and disconnecting readers are not measured. */
async function settle({ pid }: WebProcess): Promise<void> {
  for (let looked = 0; looked < 20; looked += 1) {
    const before = cpuOfProcess(pid)
    await sleep(250)
    if (cpuOfProcess(pid) - before < 5_000) return
  }
}

async function eventsOf({ pool }: Stage): Promise<number> {
  const { rows } = await pool.query<{ events: number }>('select sum(last_seq - seq + 1)::int as events from run_log')
  return rows[0]?.events ?? 0
}
