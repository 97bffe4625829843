import type { Bench } from '../harness/bench.ts'
import { count, median, percent } from '../harness/stats.ts'
import { line, STEPS } from '../harness/workflows.ts'

const RUNS = 100
const GOAL_SHARE = 0.2

/** What function threads cost: the same runs in an engine that calls functions in its own thread. */
export const functions: Bench = {
  name: 'functions',
  about: 'the price of function threads: the engine against one that calls functions in its own thread',
  async run(kit) {
    const threads = await kit.openStage('threads')
    const inline = await kit.openStage('inline')
    try {
      await threads.publish(line('Ten', STEPS))
      await inline.publish(line('Ten', STEPS))
      const engine = await threads.engine()
      const other = await inline.engine({ inline: true })
      for (let warm = 0; warm < 8; warm += 1) {
        await threads.burst(engine, 'Ten', RUNS, true)
        await inline.burst(other, 'Ten', RUNS, true)
      }
      const rates: { readonly threads: number; readonly inline: number }[] = []
      const until = performance.now() + (kit.quick ? 2_000 : 5_000)
      while (rates.length < 5 || performance.now() < until) {
        rates.push({
          threads: (RUNS * STEPS * 1000) / (await threads.burst(engine, 'Ten', RUNS, true)).stepsMs,
          inline: (RUNS * STEPS * 1000) / (await inline.burst(other, 'Ten', RUNS, true)).stepsMs,
        })
      }
      const share = 1 - median(rates.map((each) => each.threads / each.inline))
      return [
        {
          bench: 'functions',
          shape: `${RUNS} at once: functions in threads`,
          measured: `${count(median(rates.map((each) => each.threads)))} steps/s`,
          against: `in the engine’s own thread ${count(median(rates.map((each) => each.inline)))}`,
          ratio: `price ${percent(share)}`,
          goal: `< ${percent(GOAL_SHARE)} of the throughput`,
          met: share < GOAL_SHARE,
          figures: { share },
        },
      ]
    } finally {
      await threads.close()
      await inline.close()
    }
  },
}
