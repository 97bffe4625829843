import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Bench } from '../harness/bench.ts'
import { calledAt } from '../harness/called-at.ts'
import { cloneRun } from '../harness/clone-runs.ts'
import type { EngineProcess } from '../harness/engine-process.ts'
import type { Stage } from '../harness/stage.ts'
import { at, count, median, ms, nowMs } from '../harness/stats.ts'
import { until } from '../harness/until.ts'
import { inline, line, STEPS, workflow } from '../harness/workflows.ts'

const BACKLOG = 100_000
const GOAL_SHARE = 0.2
const EVERY_MS = 100
/** More than an engine works on at once, so that it is never without. */
const AT_ONCE = 500
const PART = 50
const SAMPLES = 25
const WARM_UP_MS = 4_000
const SETTLE_MS = 500
const WITHOUT_END = Number.POSITIVE_INFINITY

/** What one of the small owner's runs had to wait for, from the request on. */
interface Wait {
  readonly firstMs: number
  readonly lastMs: number
}

/**
 * One owner's runs while another has a mountain of them in the queue, against
 * the same while the other keeps the engine just as busy with a few hundred,
 * in turns. What it takes on an engine that has nothing else to do is printed beside it.
 */
export const fair: Bench = {
  name: 'fair',
  about: 'one owner’s runs while another has 100,000 in the queue',
  async run(kit) {
    const stage = await kit.openStage('fair')
    const backlog = kit.quick ? BACKLOG / 5 : BACKLOG
    const rounds = kit.quick ? 2 : 5
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
      await cloneRun(stage.pool, runId, backlog)
      await stage.pool.query('create table bench_backlog as select * from ready')
      await stage.pool.query('truncate ready')
      engine.go()

      const idle: Wait[] = []
      const beside: Wait[] = []
      const behind: Wait[] = []
      let left = Number.POSITIVE_INFINITY
      for (let round = 0; round < rounds; round += 1) {
        idle.push(...(await waits(stage, SAMPLES)))
        beside.push(...(await besideHundreds(stage, engine)))
        await stage.pool.query('insert into ready select * from bench_backlog')
        await sleep(SETTLE_MS)
        behind.push(...(await waits(stage, SAMPLES)))
        left = Math.min(left, await putAway(stage.pool))
        await sleep(SETTLE_MS)
      }
      await engine.kill()

      const lastMs = (waited: readonly Wait[]) => waited.map((each) => each.lastMs)
      const share = median(lastMs(behind)) / median(lastMs(beside)) - 1
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
            `while another has ${AT_ONCE} at a time: ${figures(beside)}; ${rounds} rounds, ${beside.length} runs each`,
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

async function besideHundreds(stage: Stage, engine: EngineProcess): Promise<readonly Wait[]> {
  const end = new AbortController()
  const others = keepBusy(stage, engine, WITHOUT_END, end.signal)
  const waited = await waits(stage, SAMPLES)
  end.abort()
  await others
  return waited
}

/** Starts a run now and then, and says how long each waited. */
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
  for (const { runId, step, at } of await calledAt(stage.pool)) calls.set(`${runId} ${step}`, at)
  const sinceAsked = (runId: string, step: string) =>
    (calls.get(`${runId} ${step}`) ?? Number.NaN) - (asked.get(runId) ?? Number.NaN)
  return ids.map((runId) => ({ firstMs: sinceAsked(runId, 'first'), lastMs: sinceAsked(runId, 'last') }))
}

/** So that the big owner always has as many runs that have not ended, for so long or until it is called off. */
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

/** Takes what is left of the mountain out of the queue until the next round; says how much that is. */
async function putAway(pool: Pool): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table ready')
    await client.query('truncate bench_backlog')
    const { rowCount } = await client.query('insert into bench_backlog select * from ready')
    await client.query('truncate ready')
    await client.query('commit')
    return rowCount ?? 0
  } finally {
    client.release()
  }
}
