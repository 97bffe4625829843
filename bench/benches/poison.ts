import type { Bench, Row } from '../harness/bench.ts'
import type { EngineProcess } from '../harness/engine-process.ts'
import type { Kit } from '../harness/kit.ts'
import type { Stage } from '../harness/stage.ts'
import { count, median, nowMs, percent } from '../harness/stats.ts'
import { until } from '../harness/until.ts'
import { line, STEPS, workflow } from '../harness/workflows.ts'

const RUNS = 50
const GOAL = 0.1
/** Of a turn without the deadly step, and at least of one with it. */
const TURN_MS = 10_000
const TURNS = { quick: 1, whole: 3 }
const DEADLY_MS = 240_000

const kinds = [
  { fn: 'loop_forever', what: 'never ends' },
  { fn: 'exit', what: 'ends its thread' },
] as const

/** What others notice of a step that loops or ends its thread, from its start until it is quarantined and beyond. */
export const poison: Bench = {
  name: 'poison',
  about: 'other runs beside a step that never ends, or that ends its thread',
  async run(kit) {
    const stage = await kit.openStage('poison')
    try {
      await stage.publish(line('Ten', STEPS))
      for (const { fn } of kinds) {
        await stage.publish(workflow(fn, [{ name: 'Deadly', type: 'STANDARD', function: `poison.${fn}` }]))
      }
      const engine = await stage.engine()
      await stage.burst(engine, 'Ten', RUNS, false)
      const rows: Row[] = []
      for (const kind of kinds) rows.push(await beside(kit, stage, engine, kind))
      return rows
    } finally {
      await stage.close()
    }
  },
}

/** The same load without the deadly run, with it until it has ended, and without it again, in turns. */
async function beside(
  kit: Kit,
  stage: Stage,
  engine: EngineProcess,
  { fn, what }: (typeof kinds)[number],
): Promise<Row> {
  const turns = kit.quick ? TURNS.quick : TURNS.whole
  const alone = [await load(stage, engine)]
  const with_: Load[] = []
  const lasted: number[] = []
  const slower: number[] = []
  let code: string | null = null
  for (let turn = 1; turn <= turns; turn += 1) {
    const [runId = ''] = await stage.start(fn, 1)
    const deadly = endOf(stage, runId)
    const loaded = await load(stage, engine, deadly)
    const end = await deadly
    code = end.code
    lasted.push(end.ms)
    with_.push(loaded)
    alone.push(await load(stage, engine))
    slower.push(1 - (2 * perSecond([loaded])) / (perSecond(alone.slice(-2, -1)) + perSecond(alone.slice(-1))))
    console.error(`poison: ${what}, turn ${turn} of ${turns}: ${percent(slower.at(-1) ?? 0)} slower`)
  }
  const share = median(slower)
  const longestMs = (loads: readonly Load[]) => Math.round(Math.max(...loads.map((each) => each.longestMs)))
  return {
    bench: 'poison',
    shape: `bursts of ${RUNS} ten-step runs, beside one step that ${what}, until it is quarantined`,
    measured: `${count(perSecond(with_))} runs/s, longest burst ${longestMs(with_)} ms`,
    against: `alone: ${count(perSecond(alone))} runs/s, longest burst ${longestMs(alone)} ms`,
    ratio: `${(100 * share).toFixed(1)} % slower`,
    goal: `≤ ${GOAL * 100} % slower`,
    met: share <= GOAL,
    notes: [
      `the step's run ended with ${code} after ${(median(lasted) / 1_000).toFixed(1)} s; turns without it ${alone.map((each) => count(perSecond([each]))).join(', ')} runs/s, with it ${with_.map((each) => count(perSecond([each]))).join(', ')}`,
    ],
    figures: { slower: share, longestMs: longestMs(with_), lastedMs: median(lasted) },
  }
}

async function endOf(stage: Stage, runId: string): Promise<{ readonly code: string; readonly ms: number }> {
  const startedAt = nowMs()
  let code: string | null = null
  await until(
    'the deadly run has ended',
    async () => {
      const { rows } = await stage.pool.query<{ error_code: string | null }>(
        'select error_code from run_state where run_id = $1',
        [runId],
      )
      code = rows[0]?.error_code ?? null
      return code !== null
    },
    DEADLY_MS,
  )
  return { code: code ?? '', ms: nowMs() - startedAt }
}

interface Load {
  readonly runs: number
  readonly ms: number
  readonly longestMs: number
}

/** Burst after burst, for a turn or until somebody has ended; a burst is as long as its slowest run. */
async function load(stage: Stage, engine: EngineProcess, end: Promise<unknown> = Promise.resolve()): Promise<Load> {
  const startedAt = nowMs()
  let hasEnded = false
  void end.then(() => {
    hasEnded = true
  })
  let runs = 0
  let longestMs = 0
  while (!hasEnded || nowMs() - startedAt < TURN_MS) {
    const { wholeMs } = await stage.burst(engine, 'Ten', RUNS, false)
    longestMs = Math.max(longestMs, wholeMs)
    runs += RUNS
  }
  return { runs, ms: nowMs() - startedAt, longestMs }
}

function perSecond(loads: readonly Load[]): number {
  const sum = (of: (load: Load) => number) => loads.reduce((total, load) => total + of(load), 0)
  return (sum(({ runs }) => runs) * 1_000) / sum(({ ms }) => ms)
}
