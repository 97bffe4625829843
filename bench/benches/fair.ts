import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Bench } from '../harness/bench.ts'
import { calledAt } from '../harness/called-at.ts'
import { cloneRun } from '../harness/clone-runs.ts'
import type { EngineProcess } from '../harness/engine/engine-process.ts'
import type { Stage } from '../harness/stage.ts'
import { at, count, median, ms, nowMs, percent } from '../harness/stats.ts'
import { until } from '../harness/until.ts'
import { inline, line, STEPS, workflow } from '../harness/workflows.ts'

const BACKLOG = 100_000
const GOAL_SHARE = 0.2
const EVERY_MS = 100
/** More runs than an engine works on at once, so that the engine is never idle. */
const AT_ONCE = 500
const PART = 50
const SAMPLES = 10
const WARM_UP_MS = 4_000
const SETTLE_MS = 300
const PAIRS = { quick: 4, whole: 16 }
const WITHOUT_END = Number.POSITIVE_INFINITY

/** The waiting times of one of the small owner's runs, from the request on. */
interface Wait {
  readonly firstMs: number
  readonly lastMs: number
}

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
      await stage.publish(
        workflow('Timed', [
          inline('first', 'right_now'),
          ...Array.from({ length: STEPS - 2 }, (_, index) => inline(`step_${index + 2}`, 'hundred_bytes')),
          inline('last', 'right_now'),
        ]),
        'small',
      )
      const engine = await stage.engine()
      await keepBusy(stage, engine, WARM_UP_MS)
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
  const others = keepBusy(stage, engine, WITHOUT_END, end.signal)
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

/** Starts a run now and then, and returns the waiting times of each. */
async function waits(stage: Stage, runs: number): Promise<readonly Wait[]> {
  const asked = new Map<string, number>()
  for (let run = 0; run < runs; run += 1) {
    const askedAt = nowMs()
    const [runId = ''] = await stage.start('Timed', 1, 'small')
    asked.set(runId, askedAt)
    await sleep(EVERY_MS)
  }
  const ids = [...asked.keys()]
  await until('the runs of the small owner have ended', async () => {
    const { rows } = await stage.pool.query(
      'select from run_state where run_id = any($1::uuid[]) and ended_at is null limit 1',
      [ids],
    )
    return rows.length === 0
  })
  const calls = new Map<string, number>()
  for (const { runId, step, at } of await calledAt(stage.pool, ids)) calls.set(`${runId} ${step}`, at)
  const sinceAsked = (runId: string, step: string) =>
    (calls.get(`${runId} ${step}`) ?? Number.NaN) - (asked.get(runId) ?? Number.NaN)
  return ids.map((runId) => ({ firstMs: sinceAsked(runId, 'first'), lastMs: sinceAsked(runId, 'last') }))
}

/** Keeps the big owner's number of unfinished runs constant, for the given time or until aborted. */
async function keepBusy(stage: Stage, engine: EngineProcess, forMs: number, end?: AbortSignal): Promise<void> {
  const until = nowMs() + forMs
  const started = stage.start('Ten', AT_ONCE, 'big')
  while (nowMs() < until && !end?.aborted) {
    const { ended } = await engine.expect(PART)
    await ended
    await stage.start('Ten', PART, 'big')
  }
  await started
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

/** Waits until no engine holds a run any more. */
async function settled(pool: Pool): Promise<void> {
  await until('the engine has nothing to do', async () => {
    const { rows } = await pool.query('select from run_state where engine_id is not null limit 1')
    return rows.length === 0
  })
  await sleep(SETTLE_MS)
}
