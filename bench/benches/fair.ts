import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Bench } from '../harness/bench.ts'
import { cloneRun } from '../harness/clone-runs.ts'
import type { EngineProcess } from '../harness/engine/engine-process.ts'
import type { Stage } from '../harness/stage.ts'
import { at, count, median, ms, percent } from '../harness/stats.ts'
import { keepBusy, settled, timedLine, type Wait, waits } from '../harness/two-owners.ts'
import { line, STEPS } from '../harness/workflows.ts'

const BACKLOG = 100_000
const GOAL_SHARE = 0.2
/** More runs than an engine works on at once, so that the engine is never idle. */
const AT_ONCE = 500
const SAMPLES = 10
const WARM_UP_MS = 4_000
const SETTLE_MS = 300
const PAIRS = { quick: 4, whole: 16 }
const WITHOUT_END = Number.POSITIVE_INFINITY

/**
 * Compares one owner's runs while another owner has a mountain of runs in the queue with the same runs while the other
 * owner keeps the engine just as busy with a few hundred, in turns. The time on an otherwise idle engine is printed
 * beside it.
 */
export const fair: Bench = {
  name: 'fair',
  about: 'one owner’s runs while another has 100,000 in the queue',
  async run(kit) {
    const stage = await kit.openStage('fair')
    const backlog = kit.quick ? BACKLOG / 5 : BACKLOG
    const pairs = kit.quick ? PAIRS.quick : PAIRS.whole
    const say = (what: string) => console.error(`fair: ${what}`)
    try {
      await stage.publish(line('Ten', STEPS), 'big')
      await stage.publish(timedLine, 'small')
      const engine = await stage.engine()
      await keepBusy(stage, engine, AT_ONCE, WARM_UP_MS)
      await engine.hold()
      const [runId = ''] = await stage.start('Ten', 1, 'big')
      say(`${count(backlog)} runs are put into the queue`)
      await cloneRun(stage.patientPool, runId, backlog)
      await makeMountain(stage.patientPool)
      engine.go()

      const turns = { idle: [] as Wait[], beside: [] as Wait[], behind: [] as Wait[] }
      const shares: number[] = []
      let left = backlog
      for (let pair = 1; pair <= pairs; pair += 1) {
        if (pair % 4 === 1) turns.idle.push(...(await waits(stage, SAMPLES)))
        // The turns alternate, so that gradual changes of this machine affect both.
        const inTurn = async (kind: 'beside' | 'behind'): Promise<number> => {
          const waited = await (kind === 'beside' ? besideHundreds(stage, engine) : behindMountain(stage))
          await settled(stage.pool)
          turns[kind].push(...waited)
          return median(lastMs(waited))
        }
        const first = await inTurn(pair % 2 === 0 ? 'beside' : 'behind')
        const second = await inTurn(pair % 2 === 0 ? 'behind' : 'beside')
        const [beside, behind] = pair % 2 === 0 ? [first, second] : [second, first]
        shares.push(behind / beside - 1)
        left = await leftOf(stage.pool)
        say(`pair ${pair} of ${pairs}: ${ms(behind)} behind ${count(left)}, ${ms(beside)} beside ${AT_ONCE} at a time`)
      }
      const { idle, beside, behind } = turns
      await engine.kill()

      const share = median(shares)
      const figures = (waited: readonly Wait[]) =>
        `p50 ${ms(median(lastMs(waited)))} (first step after ${ms(median(waited.map((each) => each.firstMs)))}), p99 ${ms(at(lastMs(waited), 0.99))}`
      return [
        {
          bench: 'fair',
          shape: `${STEPS}-step runs of one owner, another has ${count(backlog)} queued: request → last step called`,
          measured: figures(behind),
          against: `another has ${AT_ONCE} at a time: p50 ${ms(median(lastMs(beside)))}`,
          ratio: `${share > 0 ? '+' : ''}${(100 * share).toFixed(0)} %`,
          goal: `≤ +${GOAL_SHARE * 100} %`,
          met: share <= GOAL_SHARE && left > 0,
          notes: [
            `on an idle engine ${figures(idle)}; ${count(left)} were still queued at the end`,
            `while another has ${AT_ONCE} at a time: ${figures(beside)}`,
            `median of ${pairs} pairs of turns with ${SAMPLES} runs each, of which the middle half lies between ${percent(at(shares, 0.25))} and ${percent(at(shares, 0.75))}`,
          ],
          figures: {
            share,
            behindP50Ms: median(lastMs(behind)),
            besideP50Ms: median(lastMs(beside)),
            idleP50Ms: median(lastMs(idle)),
            left,
          },
        },
      ]
    } finally {
      await stage.close()
    }
  },
}

function lastMs(waited: readonly Wait[]): readonly number[] {
  return waited.map((each) => each.lastMs)
}

async function besideHundreds(stage: Stage, engine: EngineProcess): Promise<readonly Wait[]> {
  const end = new AbortController()
  const others = keepBusy(stage, engine, AT_ONCE, WITHOUT_END, end.signal)
  await sleep(SETTLE_MS)
  const waited = await waits(stage, SAMPLES)
  end.abort()
  await others
  return waited
}

async function behindMountain(stage: Stage): Promise<readonly Wait[]> {
  await exchangeQueues(stage.pool)
  await sleep(SETTLE_MS)
  const waited = await waits(stage, SAMPLES)
  await exchangeQueues(stage.pool)
  return waited
}

/** Turns the queue into the mountain: a separate table that can replace the queue at once. */
async function makeMountain(pool: Pool): Promise<void> {
  await pool.query('create table bench_mountain (like ready including all)')
  await pool.query('insert into bench_mountain select * from ready')
  await pool.query('truncate ready')
  await pool.query('vacuum (analyze) bench_mountain')
}

async function exchangeQueues(pool: Pool): Promise<void> {
  await pool.query(`begin;
    lock table ready;
    alter table ready rename to bench_other;
    alter table bench_mountain rename to ready;
    alter table bench_other rename to bench_mountain;
    commit`)
}

async function leftOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ left: number }>('select count(*)::int as left from bench_mountain')
  return rows[0]?.left ?? 0
}
