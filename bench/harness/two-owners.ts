import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { calledAt } from './called-at.ts'
import type { EngineProcess } from './engine/engine-process.ts'
import type { Stage } from './stage.ts'
import { nowMs } from './stats.ts'
import { until } from './until.ts'
import { inline, STEPS, workflow } from './workflows.ts'

/** Two owners on one engine: a small one, whose runs are timed, and a big one. */

const EVERY_MS = 100
const SETTLE_MS = 300
const PART = 50

/** The workflow of the small owner: its first and its last step say when they were called. */
export const timedLine = workflow('Timed', [
  inline('first', 'right_now'),
  ...Array.from({ length: STEPS - 2 }, (_, index) => inline(`step_${index + 2}`, 'hundred_bytes')),
  inline('last', 'right_now'),
])

/** The waiting times of one of the small owner's runs, from the request on. */
export interface Wait {
  readonly firstMs: number
  readonly lastMs: number
}

/** Starts a run now and then, and returns the waiting times of each. */
export async function waits(stage: Stage, runs: number): Promise<readonly Wait[]> {
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
export async function keepBusy(
  stage: Stage,
  engine: EngineProcess,
  atOnce: number,
  forMs: number,
  end?: AbortSignal,
): Promise<void> {
  const endsAt = nowMs() + forMs
  const started = stage.start('Ten', atOnce, 'big')
  while (nowMs() < endsAt && !end?.aborted) {
    const { ended } = await engine.expect(PART)
    await ended
    await stage.start('Ten', PART, 'big')
  }
  await started
}

/** Waits until no engine holds a run any more. */
export async function settled(pool: Pool): Promise<void> {
  await until('the engine has nothing to do', async () => {
    const { rows } = await pool.query('select from run_state where engine_id is not null limit 1')
    return rows.length === 0
  })
  await sleep(SETTLE_MS)
}
