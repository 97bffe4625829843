import { randomBytes } from 'node:crypto'
import { localActor } from '#server/access/actor.ts'
import { openKeyRing } from '#server/secrets/key-ring.ts'
import { createWebhook } from '#server/webhooks/change-webhooks.ts'
import type { Bench } from '../harness/bench.ts'
import { median, ms } from '../harness/stats.ts'
import { rounds } from '../harness/timed-rounds.ts'
import { until } from '../harness/until.ts'
import { type Arrivals, startSinkProcess } from '../harness/web/sink-process.ts'
import { line, STEPS } from '../harness/workflows.ts'

const RUNS = 100
const GOAL_PER_SECOND = 1_000
const GOAL_RATIO = 1.02

const RUNS_ALONE = 20

/** Steps beside a webhook on all events, and how fast its deliveries go out. */
export const webhooks: Bench = {
  name: 'webhooks',
  about: 'steps with and without a webhook on all events, and its deliveries per second to a local receiver',
  async run(kit) {
    const stage = await kit.openStage('webhooks')
    const sink = await startSinkProcess()
    try {
      const masterKey = randomBytes(32).toString('base64')
      const ring = openKeyRing({
        current: { from: 'text', setting: 'HEDDLE_MASTER_KEY', text: masterKey },
        previous: null,
      })
      await stage.publish(line('Ten', STEPS))
      const engine = await stage.engine({
        settings: { HEDDLE_HTTP_ALLOW: sink.host, HEDDLE_MASTER_KEY: masterKey },
      })
      const settings = { url: `http://${sink.host}/hook`, eventFilter: [], maxRetries: 8 }
      const { id } = await createWebhook(stage.pool, ring, localActor, settings)
      const turn = async (on: boolean, runs = RUNS) => {
        await stage.pool.query(
          'update webhook set active = $2, active_since = case when $2 then clock_timestamp() else active_since end where id = $1',
          [id, on],
        )
        return stage.burst(engine, 'Ten', runs, runs > 1)
      }
      /** Settles when every event of the runs so far has arrived. */
      const drained = async (from: Arrivals): Promise<Arrivals> => {
        const expected = from.count + RUNS * (2 * STEPS + 5)
        let now = from
        await until('every event has arrived', async () => {
          now = await sink.arrivals(from.count)
          return now.count >= expected
        })
        return now
      }
      const plain: number[] = []
      const beside: number[] = []
      const perSecond: number[] = []
      for (const round of rounds(kit.quick ? 10 : 30, 60_000)) {
        const before = await sink.arrivals()
        const off = await turn(false)
        const on = await turn(true)
        const after = await drained(before)
        if (round === 0) continue
        plain.push(off.stepsMs)
        beside.push(on.stepsMs)
        perSecond.push((1_000 * (after.count - before.count)) / (after.lastAt - after.firstAt))
      }
      const commits = { off: [] as number[], on: [] as number[] }
      for (let run = 0; run < RUNS_ALONE; run += 1) {
        commits.off.push((await turn(false, 1)).flushes)
        commits.on.push((await turn(true, 1)).flushes)
      }
      const [commitsOff, commitsOn] = [median(commits.off), median(commits.on)]
      const ratio = median(beside.map((each, index) => each / (plain[index] ?? Number.NaN)))
      return [
        {
          bench: 'webhooks',
          shape: `${RUNS} runs of ${STEPS} steps, a webhook on all events`,
          measured: `p50 ${ms(median(beside))}`,
          against: `without: p50 ${ms(median(plain))}`,
          ratio: `${ratio.toFixed(2)} ×`,
          goal: `≤ ${GOAL_RATIO} ×`,
          met: ratio <= GOAL_RATIO,
          figures: { besideMs: median(beside), plainMs: median(plain), ratio },
        },
        {
          bench: 'webhooks',
          shape: `commits of one run of ${STEPS} steps, a webhook on all events`,
          measured: `${commitsOn}`,
          against: `without: ${commitsOff}`,
          goal: 'equal',
          met: commitsOn === commitsOff,
          figures: { commitsOn, commitsOff },
        },
        {
          bench: 'webhooks',
          shape: 'deliveries to a local receiver',
          measured: `${Math.round(median(perSecond))}/s`,
          goal: `≥ ${GOAL_PER_SECOND}/s`,
          met: median(perSecond) >= GOAL_PER_SECOND,
          notes: ['from the first delivery of a burst to the last one: the runs are under way at first'],
          figures: { perSecond: median(perSecond) },
        },
      ]
    } finally {
      sink.stop()
      await stage.close()
    }
  },
}
