import { fanOutDefinition } from '#core/run/fan-out/fan-out.ts'
import type { Bench } from '../harness/bench.ts'
import { at, median, ms, nowMs } from '../harness/stats.ts'
import { rounds } from '../harness/timed-rounds.ts'
import { inline, workflow } from '../harness/workflows.ts'

const VARIANTS = 10
const MOST_TIMES = 2
const WARM = 10

/** A start of ten variants against a start of one run, whose step takes 50 ms as a call of another system does. */
export const variants: Bench = {
  name: 'variants',
  about: `a run with ${VARIANTS} variants against one run of the same workflow`,
  async run(kit) {
    const stage = await kit.openStage('variants')
    try {
      await stage.publish(workflow('Nap', [inline('Nap', 'nap')]))
      const entries = Array.from({ length: VARIANTS }, () => ({ workflow: 'Nap', version: 1 }))
      await stage.publish(workflow('Ten', [...fanOutDefinition({ kind: 'variants', entries }).steps]))
      const engine = await stage.engine()
      const measure = async (name: string, runs: number): Promise<number> => {
        const { ended } = await engine.expect(runs)
        const askedAt = nowMs()
        await stage.start(name, 1)
        return (await ended).lastEndedAt - askedAt
      }
      const one: number[] = []
      const ten: number[] = []
      for (const _ of rounds(kit.quick ? 20 : 100, 20_000)) {
        one.push(await measure('Nap', 1))
        ten.push(await measure('Ten', VARIANTS + 1))
      }
      const [alone, together] = [one.slice(WARM), ten.slice(WARM)]
      const times = median(together) / median(alone)
      return [
        {
          bench: 'variants',
          shape: `a run with ${VARIANTS} variants, a 50 ms step each, against one run`,
          measured: `p50 ${ms(median(together))} against ${ms(median(alone))}, ${times.toFixed(2)} ×`,
          goal: `≤ ${MOST_TIMES} ×`,
          met: times <= MOST_TIMES,
          notes: [`p99 ${ms(at(together, 0.99))} against ${ms(at(alone, 0.99))}`],
          figures: { tenP50Ms: median(together), oneP50Ms: median(alone), times },
        },
      ]
    } finally {
      await stage.close()
    }
  },
}
