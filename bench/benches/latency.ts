import type { Bench } from '../harness/bench.ts'
import { openCeiling } from '../harness/ceiling.ts'
import { bytesPerStep } from '../harness/log-bytes.ts'
import { openDbos } from '../harness/peer.ts'
import { rounds } from '../harness/rounds.ts'
import { at, median, ms } from '../harness/stats.ts'
import { line, STEPS } from '../harness/workflows.ts'

const GOAL_MS = 8
const GOAL_RATIO = 2
const SEQUENTIAL = 40
const SEQUENTIAL_GOAL_MS = 60

/** One run alone, from the request to start it to the acknowledgement of its end. */
export const latency: Bench = {
  name: 'latency',
  about: 'one 10-step run alone, and one of 40 steps, from the request to the acknowledged end',
  async run(kit) {
    const stage = await kit.openStage('latency')
    const ceiling = await openCeiling(stage.databaseUrl)
    const peer = kit.peers ? await openDbos(kit.serverUrl) : null
    try {
      await stage.publish(line('Ten', STEPS))
      await stage.publish(line('Forty', SEQUENTIAL))
      const engine = await stage.engine()
      for (let warm = 0; warm < 20; warm += 1) await stage.burst(engine, 'Ten', 30, false)
      const bytes = await bytesPerStep(stage.pool)
      const whole: number[] = []
      const inner: number[] = []
      const bare: number[] = []
      const theirs: number[] = []
      const forty: number[] = []
      const bareForty: number[] = []
      for (const round of rounds(kit.quick ? 50 : 200, 20_000)) {
        const one = await stage.burst(engine, 'Ten', 1, false)
        whole.push(one.wholeMs)
        inner.push(one.stepsMs)
        bare.push(await ceiling.measure(1, STEPS, bytes))
        if (round % 4 > 0) continue
        if (peer) theirs.push(await peer.measure(1, STEPS))
        forty.push((await stage.burst(engine, 'Forty', 1, false)).wholeMs)
        bareForty.push(await ceiling.measure(1, SEQUENTIAL, bytes))
      }
      const ratio = median(whole.map((each, index) => each / (bare[index] ?? Number.NaN)))
      const fortyRatio = median(forty.map((each, index) => each / (bareForty[index] ?? Number.NaN)))
      return [
        {
          bench: 'latency',
          shape: '10 steps alone, request → end',
          measured: `p50 ${ms(median(whole))}, p99 ${ms(at(whole, 0.99))}`,
          against: `ceiling p50 ${ms(median(bare))}, p99 ${ms(at(bare, 0.99))}`,
          ratio: `${ratio.toFixed(2)} ×`,
          goal: `p50 ≤ ${GOAL_MS} ms, ≤ ${GOAL_RATIO} ×`,
          met: median(whole) <= GOAL_MS && ratio <= GOAL_RATIO,
          notes: [
            `first step started → end: p50 ${ms(median(inner))}, p99 ${ms(at(inner, 0.99))}; the rest is start, wake-up and claim`,
          ],
          figures: {
            p50Ms: median(whole),
            p99Ms: at(whole, 0.99),
            stepsP50Ms: median(inner),
            ceilingP50Ms: median(bare),
            ceilingP99Ms: at(bare, 0.99),
            ratio,
          },
        },
        ...(peer
          ? [
              {
                bench: 'latency',
                shape: '10 steps alone, request → end',
                measured: `p50 ${ms(median(whole))}`,
                against: `${peer.name}: p50 ${ms(median(theirs))}`,
                ratio: `${(median(theirs) / median(whole)).toFixed(1)} × faster`,
                figures: { peerP50Ms: median(theirs) },
              },
            ]
          : []),
        {
          bench: 'sequential-40',
          shape: '40 light steps alone, request → end',
          measured: `p50 ${ms(median(forty))}`,
          against: `ceiling ${ms(median(bareForty))}`,
          ratio: `${fortyRatio.toFixed(2)} ×`,
          goal: `≤ ${SEQUENTIAL_GOAL_MS} ms`,
          met: median(forty) <= SEQUENTIAL_GOAL_MS,
          figures: { p50Ms: median(forty), ceilingMs: median(bareForty), ratio: fortyRatio },
        },
      ]
    } finally {
      await peer?.close()
      await ceiling.close()
      await stage.close()
    }
  },
}
