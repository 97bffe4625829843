import type { Bench } from '../harness/bench.ts'
import { openCeiling } from '../harness/ceiling.ts'
import { bytesPerStep } from '../harness/log-bytes.ts'
import { openDbos } from '../harness/peer.ts'
import { at, median, ms } from '../harness/stats.ts'
import { rounds } from '../harness/timed-rounds.ts'
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
      const plain: number[] = []
      const best: number[] = []
      const theirs: number[] = []
      const forty: number[] = []
      const plainForty: number[] = []
      const bestForty: number[] = []
      for (const round of rounds(kit.quick ? 50 : 200, 20_000)) {
        const one = await stage.burst(engine, 'Ten', 1, false)
        whole.push(one.wholeMs)
        inner.push(one.startedMs)
        plain.push(await ceiling.plain(1, STEPS, bytes))
        best.push(await ceiling.best(1, STEPS, bytes))
        if (round % 4 > 0) continue
        if (peer) theirs.push(await peer.measure(1, STEPS))
        forty.push((await stage.burst(engine, 'Forty', 1, false)).wholeMs)
        plainForty.push(await ceiling.plain(1, SEQUENTIAL, bytes))
        bestForty.push(await ceiling.best(1, SEQUENTIAL, bytes))
      }
      const ratio = ratioOf(whole, plain)
      const bestRatio = ratioOf(whole, best)
      const fortyRatio = ratioOf(forty, plainForty)
      const fortyBestRatio = ratioOf(forty, bestForty)
      return [
        {
          bench: 'latency',
          shape: '10 steps alone, request → end',
          measured: `p50 ${ms(median(whole))}, p99 ${ms(at(whole, 0.99))}`,
          against: `plain loop p50 ${ms(median(plain))}, p99 ${ms(at(plain, 0.99))}; best loop p50 ${ms(median(best))}`,
          ratio: `${ratio.toFixed(2)} ×; ${bestRatio.toFixed(2)} ×`,
          goal: `p50 ≤ ${GOAL_MS} ms, ≤ ${GOAL_RATIO} × the plain loop`,
          met: median(whole) <= GOAL_MS && ratio <= GOAL_RATIO,
          notes: [`start committed → end: p50 ${ms(median(inner))}, p99 ${ms(at(inner, 0.99))}`],
          figures: {
            p50Ms: median(whole),
            p99Ms: at(whole, 0.99),
            stepsP50Ms: median(inner),
            plainP50Ms: median(plain),
            plainP99Ms: at(plain, 0.99),
            bestP50Ms: median(best),
            ratio,
            bestRatio,
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
          against: `plain loop ${ms(median(plainForty))}; best loop ${ms(median(bestForty))}`,
          ratio: `${fortyRatio.toFixed(2)} ×; ${fortyBestRatio.toFixed(2)} ×`,
          goal: `≤ ${SEQUENTIAL_GOAL_MS} ms`,
          met: median(forty) <= SEQUENTIAL_GOAL_MS,
          figures: {
            p50Ms: median(forty),
            plainMs: median(plainForty),
            bestMs: median(bestForty),
            ratio: fortyRatio,
            bestRatio: fortyBestRatio,
          },
        },
      ]
    } finally {
      await peer?.close()
      await ceiling.close()
      await stage.close()
    }
  },
}

/** Of pairs that were measured one right after the other. */
function ratioOf(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((each, index) => each / (theirs[index] ?? Number.NaN)))
}
