import type { Actor } from '../actor.ts'
import { countTasks } from '../inbox/count-tasks.ts'
import { findOldestTask } from '../inbox/find-oldest-task.ts'
import type { Stores } from '../stores.ts'
import { countMatching } from './count-matching.ts'
import { countRuns } from './count-runs.ts'
import { listConcerns } from './list-concerns.ts'
import { listRuns } from './list-runs.ts'
import type { OverviewData } from './models.ts'

/** How many runs the overview shows of each kind. */
const SHOWN = 8

/** The filter behind what failed and nobody has seen to. */
const failedRuns = { trouble: 'failed' } as const

/** How the runs stand now, and what somebody should look at. */
export async function getOverview(stores: Stores, actor: Actor): Promise<OverviewData> {
  const [byStatus, concerns, tasks, oldestWait, failed, needsAttention, recent, counts] = await Promise.all([
    countRuns(stores, actor),
    listConcerns(stores, actor),
    countTasks(stores, actor),
    findOldestTask(stores, actor),
    countMatching(stores, actor, failedRuns),
    listRuns(stores, actor, { ...failedRuns, limit: SHOWN }),
    listRuns(stores, actor, { rootsOnly: true, limit: SHOWN }),
    countParts(stores, actor),
  ])
  return {
    byStatus,
    concerns,
    waitingForPeople: tasks.available,
    oldestWait,
    failed,
    needsAttention: needsAttention.items,
    recent: recent.items,
    ...counts,
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
