import { limits } from '#core/limits.ts'
import { type Actor, hasPermission } from '#server/access/actor.ts'
import { countAvailable } from '#server/inbox/count-available.ts'
import { findFirstTask } from '#server/inbox/find-first-task.ts'
import { countMatching } from '#server/runs/list/count-matching.ts'
import { countRuns } from '#server/runs/list/count-runs.ts'
import { listRuns } from '#server/runs/list/list-runs.ts'
import type { RunFilter } from '#server/runs/list/run-filter.ts'
import type { OverviewData } from '#server/runs/models.ts'
import { listStoppedWebhooks } from '#server/webhooks/list-webhooks.ts'
import type { Stores } from '../stores.ts'
import { countWaitingRoots } from './count-waiting-roots.ts'
import { listConcerns } from './list-concerns.ts'

/** The filter of runs that failed and may have left changes in the world, and that nobody has acknowledged. */
const unsafeRuns = { phase: ['FAILED_UNSAFE'], rootsOnly: true } satisfies RunFilter
/** The filter of failed runs that no person has acknowledged. */
const failedRuns = { trouble: 'failed', rootsOnly: true } as const

/** The present counts of root runs, and the runs that need attention. */
export async function getOverview(stores: Stores, actor: Actor): Promise<OverviewData> {
  const [
    byStatus,
    concerns,
    waitingForPeople,
    firstTask,
    person,
    signal,
    failed,
    unsafe,
    needsAttention,
    newest,
    counts,
    stoppedWebhooks,
  ] = await Promise.all([
    countRuns(stores, actor),
    listConcerns(stores, actor),
    countAvailable(stores, actor),
    findFirstTask(stores, actor),
    countWaitingRoots(stores, actor),
    countMatching(stores, actor, { waitingFor: 'signal', rootsOnly: true }),
    countMatching(stores, actor, failedRuns),
    countMatching(stores, actor, unsafeRuns),
    listRuns(stores, actor, { ...failedRuns, limit: limits.shown.overviewRuns }),
    listRuns(stores, actor, { rootsOnly: true, limit: limits.shown.overviewRuns }),
    countParts(stores, actor),
    hasPermission(actor, 'webhook.admin') ? listStoppedWebhooks(stores.pool, actor) : [],
  ])
  return {
    byStatus,
    concerns,
    waitingForPeople,
    waitingRuns: { person, signal },
    firstTask,
    failed,
    unsafe,
    needsAttention: needsAttention.items,
    newest: newest.items,
    ...counts,
    stoppedWebhooks,
  }
}

async function countParts({ pool }: Stores, actor: Actor): Promise<Pick<OverviewData, 'workflows' | 'enginesAlive'>> {
  const { rows } = await pool.query<{ workflows: number; engines: number }>(
    `select (select count(*)::int from workflow where owner_id = $1 and archived_at is null) as workflows,
            (select count(*)::int from engine where lease_expires_at > clock_timestamp()) as engines`,
    [actor.ownerId],
  )
  return { workflows: rows[0]?.workflows ?? 0, enginesAlive: rows[0]?.engines ?? 0 }
}
