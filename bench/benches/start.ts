import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from '../harness/bench.ts'
import { calledAt } from '../harness/called-at.ts'
import { at, median, ms } from '../harness/stats.ts'
import { rounds } from '../harness/timed-rounds.ts'
import { openHttpClient, startPath } from '../harness/web/http-client.ts'
import { startWebProcess } from '../harness/web/web-process.ts'
import { inline, workflow } from '../harness/workflows.ts'

const GOAL_P50_MS = 10
const GOAL_P99_MS = 30

/** From the first byte of `POST /v1/workflows/run` to the call of the first step's function: web and engine are real processes. */
export const start: Bench = {
  name: 'start',
  about: 'POST /v1/workflows/run → the first step is called; one request at a time',
  async run(kit) {
    const stage = await kit.openStage('start')
    const web = await startWebProcess(stage, kit.profile)
    const client = await openHttpClient(web.port)
    try {
      await stage.publish(workflow('One', [inline('First', 'right_now')]))
      const engine = await stage.engine()
      const waits: number[] = []
      const answers: number[] = []
      const sent: number[] = []
      const WARM = 40
      for (const request of rounds(WARM + (kit.quick ? 100 : 400), 25_000)) {
        const { ended } = await engine.expect(1)
        const { sentAt, answeredAt } = await client.post(startPath('One'))
        await ended
        sent.push(sentAt)
        answers.push(answeredAt - sentAt)
        // The pauses vary, so that requests do not synchronize with any polling interval.
        await sleep((request * 7) % 31)
      }
      // Runs are ordered by id, and ids by start.
      const called = await calledAt(stage.pool)
      for (const [index, each] of called.entries()) waits.push(each.at - (sent[index] ?? Number.NaN))
      const warm = waits.slice(WARM)
      const answered = answers.slice(WARM)
      const p50 = median(warm)
      const p99 = at(warm, 0.99)
      return [
        {
          bench: 'start',
          shape: 'POST /v1/workflows/run → first step called',
          measured: `p50 ${ms(p50)}, p99 ${ms(p99)}`,
          goal: `≤ ${GOAL_P50_MS} ms, ≤ ${GOAL_P99_MS} ms`,
          met: p50 <= GOAL_P50_MS && p99 <= GOAL_P99_MS,
          notes: [`the answer to the request itself: p50 ${ms(median(answered))}, p99 ${ms(at(answered, 0.99))}`],
          figures: { p50Ms: p50, p99Ms: p99, answerP50Ms: median(answered), answerP99Ms: at(answered, 0.99) },
        },
      ]
    } finally {
      client.close()
      await web.stop()
      await stage.close()
    }
  },
}
