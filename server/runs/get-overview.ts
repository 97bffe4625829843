import { type Actor, ownerScope } from '../actor.ts'
import { countTasks } from '../inbox/count-tasks.ts'
import { findOldestTask } from '../inbox/find-oldest-task.ts'
import type { Stores } from '../stores.ts'
import { countRuns } from './count-runs.ts'
import { listConcerns } from './list-concerns.ts'
import { listRuns } from './list-runs.ts'
import type { OverviewData } from './models.ts'
import { type RunRow, runColumns, runTables, summariseRun } from './run-row.ts'

/** How many runs the overview shows of each kind. */
const SHOWN = 8

/** How the runs stand now, and what somebody should look at. */
export async function getOverview(stores: Stores, actor: Actor): Promise<OverviewData> {
  const [byStatus, concerns, tasks, oldestWait, needsAttention, recent, counts] = await Promise.all([
    countRuns(stores, actor),
    listConcerns(stores, actor),
    countTasks(stores, actor),
    findOldestTask(stores, actor),
    failedRuns(stores, actor),
    listRuns(stores, actor, { rootsOnly: true, limit: SHOWN }),
    countParts(stores, actor),
  ])
  return {
    byStatus,
    concerns,
    waitingForPeople: tasks.available,
    oldestWait,
    needsAttention,
    recent: recent.items,
    ...counts,
  }
}

/** Roots that ended badly and that nobody has acknowledged. */
async function failedRuns({ pool }: Stores, actor: Actor): Promise<OverviewData['needsAttention']> {
  const { rows } = await pool.query<RunRow>(
    `select ${runColumns} from ${runTables}
      where ($1::text is null or (r.owner_id = $1 and s.owner_id = $1)) and r.parent_run_id is null
        and r.version > 0 and s.status like 'FAILED%' and s.phase not like '%\\_ACK'
      order by r.id desc limit $2`,
    [ownerScope(actor), SHOWN],
  )
  return rows.map(summariseRun)
}

async function countParts({ pool }: Stores, actor: Actor): Promise<Pick<OverviewData, 'workflows' | 'enginesAlive'>> {
  const { rows } = await pool.query<{ workflows: number; engines: number }>(
    `select (select count(*)::int from workflow where owner_id = $1 and archived_at is null) as workflows,
            (select count(*)::int from engine where lease_expires_at > clock_timestamp()) as engines`,
    [actor.ownerId],
  )
  return { workflows: rows[0]?.workflows ?? 0, enginesAlive: rows[0]?.engines ?? 0 }
}
