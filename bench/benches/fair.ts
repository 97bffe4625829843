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
const PART = 100

/**
 * One owner's runs while another has a mountain of them in the queue, against
 * the same while the other keeps the engine just as busy with a few hundred.
 */
export const fair: Bench = {
  name: 'fair',
  about: 'one owner’s runs while another has 100,000 in the queue',
  async run(kit) {
    const stage = await kit.openStage('fair')
    const backlog = kit.quick ? BACKLOG / 5 : BACKLOG
    const samples = kit.quick ? 30 : 60
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
      await waits(stage, 20)
      const idle = await waits(stage, samples)

      let busy = true
      const others = keepBusy(stage, engine, () => busy)
      const beside = await waits(stage, samples)
      busy = false
      await others

      await engine.hold()
      const [runId = ''] = await stage.start('Ten', 1, 'big')
      await cloneRun(stage.pool, runId, backlog)
      engine.go()
      await sleep(1_000)
      const behind = await waits(stage, samples)
      const left = await queued(stage.pool)
      await engine.kill()

      const share = median(behind) / median(beside) - 1
      return [
        {
          bench: 'fair',
          shape: `${STEPS}-step runs of one owner, another has ${count(backlog)} queued: request → last step called`,
          measured: `p50 ${ms(median(behind))}, p99 ${ms(at(behind, 0.99))}`,
          against: `another has ${AT_ONCE} at a time: p50 ${ms(median(beside))}`,
          ratio: `${share > 0 ? '+' : ''}${(100 * share).toFixed(0)} %`,
          goal: `≤ +${GOAL_SHARE * 100} %`,
          met: share <= GOAL_SHARE && left > 0,
          notes: [`on an idle engine p50 ${ms(median(idle))}; ${count(left)} were still queued at the end`],
          figures: { share, behindP50Ms: median(behind), besideP50Ms: median(beside), idleP50Ms: median(idle), left },
        },
      ]
    } finally {
      await stage.close()
    }
  },
}

/** Starts a run now and then; returns how long each took to the call of its last step. */
async function waits(stage: Stage, runs: number): Promise<readonly number[]> {
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
  const lasts = (await calledAt(stage.pool)).filter(({ runId, step }) => step === 'last' && asked.has(runId))
  return lasts.map((last) => last.at - (asked.get(last.runId) ?? Number.NaN))
}

async function keepBusy(stage: Stage, engine: EngineProcess, busy: () => boolean): Promise<void> {
  await stage.start('Ten', AT_ONCE, 'big')
  while (busy()) {
    const { ended } = await engine.expect(PART)
    await ended
    await stage.start('Ten', PART, 'big')
  }
}

async function queued(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ left: number }>('select count(*)::int as left from ready')
  return rows[0]?.left ?? 0
}
