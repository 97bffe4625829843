import type { Definition, Step } from '#core/definition/definition.ts'
import type { Bench, Row } from '../harness/bench.ts'
import type { EngineProcess } from '../harness/engine/engine-process.ts'
import type { Stage } from '../harness/stage.ts'
import { count } from '../harness/stats.ts'
import { inline, workflow } from '../harness/workflows.ts'

const STEPS = 50_000
const WARM_STEPS = 3_000
const GOAL_SHARE = 0.1
const MB = 1024 * 1024

/** How a run comes to so many steps. */
interface Way {
  readonly what: string
  readonly stepsPerRound: number
  definition(name: string, rounds: number): Definition
}

const bodyOf = (steps: number): readonly Step[] => [
  ...Array.from({ length: steps - 1 }, (_, index) => inline(`step_${index + 1}`, 'hundred_bytes')),
  inline('count', 'count_round'),
]

/** The edge of a DECISION leads back: each round is a new visit of its steps. */
const backEdge: Way = {
  what: 'by a DECISION that leads back',
  stepsPerRound: 50,
  definition: (name, rounds) =>
    workflow(name, [
      ...bodyOf(50),
      {
        name: 'again',
        type: 'DECISION',
        routes: [{ condition: `state.round < ${rounds}`, target: 'step_1' }, { target: 'END' }],
      },
    ]),
}

/** As many rounds as a loop may have. */
const loop: Way = {
  what: 'in a LOOP step',
  stepsPerRound: 5,
  definition: (name, rounds) =>
    workflow(name, [
      {
        name: 'rounds',
        type: 'LOOP',
        mode: 'WHILE',
        while_condition: `!has(state.round) || state.round < ${rounds}`,
        max_iterations: rounds,
        loop_body: bodyOf(5),
      },
    ]),
}

/** One run of many steps: the last thousand against the first, in a process that is warm already. */
export const history: Bench = {
  name: 'history',
  about: 'one run of 50,000 steps, by a back edge and by a LOOP of 10,000 rounds: the last 1,000 against the first',
  async run(kit) {
    const stage = await kit.openStage('history')
    const steps = kit.quick ? STEPS / 5 : STEPS
    try {
      // What is compared is the engine's own cost, which the disk would drown.
      await stage.pool.query(`alter database bench_history set synchronous_commit = off`)
      const engine = await stage.engine()
      return [
        await lastAgainstFirst(stage, engine, backEdge, steps),
        await lastAgainstFirst(stage, engine, loop, steps),
      ]
    } finally {
      await stage.close()
    }
  },
}

async function lastAgainstFirst(stage: Stage, engine: EngineProcess, way: Way, steps: number): Promise<Row> {
  const { what, stepsPerRound } = way
  const name = `Long${stepsPerRound}`
  await stage.publish(way.definition(`Warm${stepsPerRound}`, WARM_STEPS / stepsPerRound))
  await stage.publish(way.definition(name, steps / stepsPerRound))
  await stage.burst(engine, `Warm${stepsPerRound}`, 1, false)
  const before = await engine.usage(true)
  const { ended } = await engine.expect(1)
  const [runId = ''] = await stage.start(name, 1)
  await ended
  const after = await engine.usage(true)

  const { rows } = await stage.pool.query<{ ms: number }>(
    `with step as (
       select row_number() over (order by seq) as place, at from run_log
        where run_id = $1 and events like '%node.completed%'),
     mark as (select place / 1000 as thousand, at from step where place % 1000 = 0)
     select extract(epoch from at - lag(at) over (order by thousand))::float8 * 1000 as ms from mark order by thousand`,
    [runId],
  )
  const thousands = rows.map((row) => row.ms).slice(1)
  const first = thousands[0] ?? Number.NaN
  const last = thousands.at(-1) ?? Number.NaN
  const { rows: state } = await stage.pool.query<{ status: string; seq: number; snapshot: number }>(
    `select s.status, p.seq, length(n.state) as snapshot from run_state s join run_progress p using (run_id) left join snapshot n using (run_id) where run_id = $1`,
    [runId],
  )
  return {
    bench: 'history',
    shape: `one run of ${count(steps)} steps ${what}, ${count(steps / stepsPerRound)} rounds of ${stepsPerRound}: the last 1,000 against the first`,
    measured: `${(last / 1000).toFixed(3)} ms/step`,
    against: `first ${(first / 1000).toFixed(3)} ms/step`,
    ratio: `${(last / first).toFixed(2)} ×`,
    goal: `within ${GOAL_SHARE * 100} %`,
    met: last / first <= 1 + GOAL_SHARE && state[0]?.status === 'COMPLETED',
    notes: [
      `${state[0]?.status}, ${count(state[0]?.seq ?? 0)} events; snapshot of ${count(state[0]?.snapshot ?? 0)} bytes; ` +
        `heap ${((after.heapBytes - before.heapBytes) / MB).toFixed(1)} MB more after it; commits do not wait for the disk here`,
      `ms/step by tenth: ${tenths(thousands).join(' ')}`,
    ],
    figures: { ratio: last / first, firstMs: first / 1000, lastMs: last / 1000 },
  }
}

function tenths(thousands: readonly number[]): readonly string[] {
  const size = Math.max(1, Math.ceil(thousands.length / 10))
  return Array.from({ length: Math.ceil(thousands.length / size) }, (_, tenth) => {
    const part = thousands.slice(tenth * size, (tenth + 1) * size)
    return (part.reduce((sum, each) => sum + each, 0) / part.length / 1000).toFixed(2)
  })
}
