import { setTimeout as sleep } from 'node:timers/promises'
import { cloneRun } from './clone-runs.ts'
import type { Usage } from './engine/messages.ts'
import type { Stage } from './stage.ts'
import { until } from './until.ts'

/** The garbage of a start is collected within this time. */
export const SETTLED_MS = 2_000

/** One run of a workflow waits in no engine's memory, then so many copies of it. `phase`: of the run that waits. */
export interface WaitingRuns {
  readonly workflow: string
  readonly runs: number
  readonly phase: string
  readonly status: string
}

/** Makes the runs that wait; returns the use of an engine that has none of them. No engine is left. */
export async function makeWaitingRuns(stage: Stage, { workflow, runs, phase, status }: WaitingRuns): Promise<Usage> {
  const first = await stage.engine()
  const [runId = ''] = await stage.start(workflow, 1)
  await until('the run waits', async () => {
    const { rows } = await stage.pool.query(
      'select from run_state where run_id = $1 and phase = $2 and status = $3 and engine_id is null',
      [runId, phase, status],
    )
    return rows.length === 1
  })
  await sleep(SETTLED_MS)
  const empty = await first.usage(true)
  await first.stop()
  await cloneRun(stage.patientPool, runId, runs)
  return empty
}
