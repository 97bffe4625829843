import type { Bench, Row } from '../harness/bench.ts'
import type { EngineProcess } from '../harness/engine-process.ts'
import type { Kit } from '../harness/kit.ts'
import type { Stage } from '../harness/stage.ts'
import { count, nowMs } from '../harness/stats.ts'
import { until } from '../harness/until.ts'
import { line, STEPS, workflow } from '../harness/workflows.ts'

const RUNS = 50
const GOAL = 0.1
const WINDOW_MS = { quick: 20_000, whole: 80_000 }

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

/** The same load, half the time without the deadly run, as long with it, and without it again. */
async function beside(
  kit: Kit,
  stage: Stage,
  engine: EngineProcess,
  { fn, what }: (typeof kinds)[number],
): Promise<Row> {
  const window = kit.quick ? WINDOW_MS.quick : WINDOW_MS.whole
  const before = await load(stage, engine, window / 2)
  const [runId] = await stage.start(fn, 1)
  const with_ = await load(stage, engine, window)
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
    120_000,
  )
  const after = await load(stage, engine, window / 2)
  const alone = {
    runs: before.runs + after.runs,
    ms: before.ms + after.ms,
    longestMs: Math.max(before.longestMs, after.longestMs),
  }
  const slower = 1 - perSecond(with_) / perSecond(alone)
  return {
    bench: 'poison',
    shape: `bursts of ${RUNS} ten-step runs for ${window / 1_000} s, beside one step that ${what}`,
    measured: `${count(perSecond(with_))} runs/s, longest burst ${Math.round(with_.longestMs)} ms`,
    against: `alone: ${count(perSecond(alone))} runs/s, longest burst ${Math.round(alone.longestMs)} ms`,
    ratio: `${(100 * slower).toFixed(1)} % slower`,
    goal: `≤ ${GOAL * 100} % slower`,
    met: slower <= GOAL,
    notes: [
      `the step's run ended with ${code}; alone before ${count(perSecond(before))} runs/s, after ${count(perSecond(after))}`,
    ],
    figures: { slower, longestMs: with_.longestMs },
  }
}

interface Load {
  readonly runs: number
  readonly ms: number
  readonly longestMs: number
}

/** Burst after burst for so long; a burst is as long as its slowest run. */
async function load(stage: Stage, engine: EngineProcess, forMs: number): Promise<Load> {
  const startedAt = nowMs()
  let runs = 0
  let longestMs = 0
  while (nowMs() - startedAt < forMs) {
    const { wholeMs } = await stage.burst(engine, 'Ten', RUNS, false)
    longestMs = Math.max(longestMs, wholeMs)
    runs += RUNS
  }
  return { runs, ms: nowMs() - startedAt, longestMs }
}

function perSecond({ runs, ms }: Load): number {
  return (runs * 1_000) / ms
}
