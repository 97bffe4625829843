import { limits } from '#core/limits.ts'
import type { Stores } from '../../stores.ts'
import type { RerunSummary } from '../models.ts'
import { readEvents } from '../read-events.ts'

/** The latest reruns of a run: person, time and reason, from the first event of each new run. */
export async function listReruns({ pool }: Stores, runIds: readonly string[]): Promise<readonly RerunSummary[]> {
  const latest = runIds.slice(-limits.shown.rerunsOfRun)
  const first = await Promise.all(latest.map((runId) => readEvents(pool, runId, 0, 1)))
  return first.flatMap(({ events: [created] }) => {
    if (created?.type !== 'workflow.run.created') return []
    const { run_id: runId, version, actor, rerun_of: made } = created.payload
    return [
      {
        runId,
        version,
        by: actor.name ?? actor.id,
        at: new Date(created.at).toISOString(),
        fromStep: made?.from_step ?? null,
        reason: made?.reason ?? null,
      },
    ]
  })
}
