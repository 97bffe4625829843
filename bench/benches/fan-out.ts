import type { Step } from '#core/definition/definition.ts'
import type { Bench } from '../harness/bench.ts'
import { at, count, median, ms, nowMs } from '../harness/stats.ts'
import { line, STEPS, workflow } from '../harness/workflows.ts'

const ITEMS = 10_000
const GOAL_MS = 10_000
const GIVE_UP_MS = 30_000

/** A PARALLEL step over many items, beside runs of other people. */
export const fanOut: Bench = {
  name: 'fan-out',
  about: 'PARALLEL over 10,000 items, and how other runs fare meanwhile',
  async run(kit) {
    const stage = await kit.openStage('fan_out')
    const items = kit.quick ? ITEMS / 10 : ITEMS
    try {
      await stage.publish(line('Ten', STEPS))
      await stage.publish(
        workflow('Many', [
          {
            name: 'all',
            type: 'PARALLEL',
            iterate_over: 'input.items',
            task_function: 'bench_steps.one_item',
            item_var_name: 'item',
          } as Step,
        ]),
      )
      const engine = await stage.engine()
      for (let warm = 0; warm < 30; warm += 1) await stage.burst(engine, 'Ten', 1, false)
      const alone: number[] = []
      for (let round = 0; round < 40; round += 1) alone.push((await stage.burst(engine, 'Ten', 1, false)).wholeMs)

      const input = { items: Array.from({ length: items }, (_, index) => index) }
      const startedAt = nowMs()
      const [runId = ''] = await stage.start('Many', 1, undefined, input)
      const beside: number[] = []
      let state = await stateOf(runId)
      while (state.ms === null) {
        beside.push((await besideOne()) ?? Number.NaN)
        state = await stateOf(runId)
        if (nowMs() - startedAt > GIVE_UP_MS) break
      }
      if (state.status !== 'COMPLETED') {
        return [
          {
            bench: 'fan-out',
            shape: `PARALLEL over ${count(items)} items`,
            measured: state.status === 'FAILED' ? 'not yet' : `not within ${GIVE_UP_MS / 1000} s`,
            met: false,
            goal: `< ${GOAL_MS / 1000} s`,
            notes: [state.error ?? `its status is ${state.status}`],
          },
        ]
      }
      return [
        {
          bench: 'fan-out',
          shape: `PARALLEL over ${count(items)} items, request → end`,
          measured: ms(state.ms ?? Number.NaN),
          goal: `< ${GOAL_MS / 1000} s`,
          met: (state.ms ?? Number.POSITIVE_INFINITY) < GOAL_MS,
          notes: [
            `other 10-step runs one after the other: p50 ${ms(median(alone))} before, p50 ${ms(median(beside))}, p99 ${ms(at(beside, 0.99))} beside it (${beside.length} of them)`,
          ],
          figures: { ms: state.ms ?? Number.NaN, aloneP50Ms: median(alone), besideP50Ms: median(beside) },
        },
      ]

      /** The end of the other run is told by the engine: whichever of the two ends first, the next look tells. */
      async function besideOne(): Promise<number | null> {
        return (await stage.burst(engine, 'Ten', 1, false)).wholeMs
      }
      async function stateOf(id: string): Promise<{ status: string; error: string | null; ms: number | null }> {
        const { rows } = await stage.pool.query<{ status: string; error: string | null; ms: number | null }>(
          `select s.status, s.error_code || ': ' || s.error_message as error,
                  extract(epoch from s.ended_at - r.created_at)::float8 * 1000 as ms
             from run_state s join run r on r.id = s.run_id where s.run_id = $1`,
          [id],
        )
        return rows[0] ?? { status: 'lost', error: null, ms: null }
      }
    } finally {
      await stage.close()
    }
  },
}
