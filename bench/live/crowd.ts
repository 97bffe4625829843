import { setTimeout as sleep } from 'node:timers/promises'
import type { Row } from '../harness/bench.ts'
import { cpuOfProcess } from '../harness/cpu.ts'
import type { EngineProcess } from '../harness/engine-process.ts'
import type { Stage } from '../harness/stage.ts'
import { count, median, percent } from '../harness/stats.ts'
import type { WebProcess } from '../harness/web-process.ts'
import { line, STEPS } from '../harness/workflows.ts'
import { startSubscribers } from './subscribers.ts'

const CROWD = { reading: 180, stalled: 20 } as const
const SUBSCRIBERS = CROWD.reading + CROWD.stalled
const GOAL = 0.95

export interface CrowdOptions {
  readonly runs: number
  /** Each is a burst without subscribers and one among them. */
  readonly pairs: number
}

/** One burst of steps: how fast, and the processor's milliseconds for 1,000 events. */
interface Burst {
  readonly stepsPerSecond: number
  readonly engine: number
  readonly database: number
  readonly web: number
  /** Of the three together. */
  readonly all: number
}

/** What 200 subscribers to the changes cost, of whom 20 never read: the engine's steps, and processor time by process. */
export async function measureCrowd(stage: Stage, web: WebProcess, options: CrowdOptions): Promise<readonly Row[]> {
  const { runs, pairs } = options
  await stage.publish(line('Line', STEPS))
  const engine = await stage.engine()
  await stage.burst(engine, 'Line', runs, true)
  const eventsPerRun = (await eventsOf(stage)) / runs
  const burst = () => measureBurst(stage, web, engine, runs, eventsPerRun)
  await burst()
  const alone: Burst[] = []
  const among: Burst[] = []
  // Taken in turns, so that whatever else the machine does is in both; which comes first changes, too.
  for (let pair = 0; pair < pairs; pair += 1) {
    if (pair % 2 === 0) alone.push(await burst())
    const subscribers = await startSubscribers(web.port, '/api/trpc/runs.changes?input=%7B%7D', CROWD)
    await settle(web)
    among.push(await burst())
    await subscribers.stop()
    await settle(web)
    if (pair % 2 === 1) alone.push(await burst())
  }
  await engine.stop()
  const of = (bursts: readonly Burst[], name: keyof Burst) => median(bursts.map((each) => each[name]))
  const ratioOf = (name: keyof Burst) => median(among.map((each, pair) => each[name] / (alone[pair]?.[name] ?? 0)))
  const ratio = ratioOf('stepsPerSecond')
  const rates = (bursts: readonly Burst[]) => bursts.map(({ stepsPerSecond }) => count(stepsPerSecond)).join(', ')
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
      notes: [`the ratio is the median of ${pairs} pairs`, `alone ${rates(alone)}`, `among them ${rates(among)}`],
      figures: { without: of(alone, 'stepsPerSecond'), within: of(among, 'stepsPerSecond'), ratio },
    },
    {
      bench: 'live',
      shape: `processor time for 1,000 events with ${shape}`,
      measured: `${of(among, 'all').toFixed(0)} ms`,
      against: `without them ${of(alone, 'all').toFixed(0)} ms`,
      ratio: percent(ratioOf('all')),
      notes: parts.map(
        (part) => `${part} ${of(alone, part).toFixed(1)} ms alone, ${of(among, part).toFixed(1)} ms among them`,
      ),
      figures: Object.fromEntries(
        [...parts, 'all' as const].flatMap((part) => [
          [`${part}Alone`, of(alone, part)],
          [`${part}Among`, of(among, part)],
        ]),
      ),
    },
  ]
}

async function measureBurst(
  stage: Stage,
  web: WebProcess,
  engine: EngineProcess,
  runs: number,
  eventsPerRun: number,
): Promise<Burst> {
  const before = await cpuOfProcess(web.pid)
  const { stepsMs, engineCpu, databaseCpu } = await stage.burst(engine, 'Line', runs, true)
  const webCpu = (await cpuOfProcess(web.pid)) - before
  // Microseconds for all events are milliseconds for a thousand.
  const per = (microseconds: number) => microseconds / (runs * eventsPerRun)
  const used = {
    engine: per(engineCpu.main + engineCpu.functions + engineCpu.other),
    database: per(databaseCpu),
    web: per(webCpu),
  }
  return { stepsPerSecond: (runs * STEPS * 1_000) / stepsMs, ...used, all: used.engine + used.database + used.web }
}

/** Until the web process rests again: that readers come and go is not what is measured. */
async function settle({ pid }: WebProcess): Promise<void> {
  for (let looked = 0; looked < 20; looked += 1) {
    const before = await cpuOfProcess(pid)
    await sleep(250)
    if ((await cpuOfProcess(pid)) - before < 5_000) return
  }
}

async function eventsOf({ pool }: Stage): Promise<number> {
  const { rows } = await pool.query<{ events: number }>('select sum(last_seq - seq + 1)::int as events from run_log')
  return rows[0]?.events ?? 0
}
