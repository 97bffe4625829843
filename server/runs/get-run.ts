import type { TestPlan } from '#core/definition/test-run/test-plan.ts'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { isArchived } from '../engine/store/definitions.ts'
import type { Stores } from '../stores.ts'
import type { RunDetail } from './models.ts'
import { readEvents } from './read-events.ts'
import { readRun } from './read-run.ts'
import { listReruns } from './rerun/list-reruns.ts'
import { openTasksOfRun } from './tasks/open-tasks-of-run.ts'

/**
 * All data of a run's page. A history too long for one response begins here and is continued by `readHistory`. Throws
 * `NOT_FOUND`.
 */
export async function getRun(stores: Stores, actor: Actor, runId: string): Promise<RunDetail> {
  const {
    sentence: _,
    clientState: __,
    workflowState: ___,
    output: ____,
    outputs,
    ...run
  } = await readRun(stores, actor, runId)
  const [{ events }, definition, openTasks, reruns, workflowArchived, regeneratedBy] = await Promise.all([
    readEvents(stores.pool, runId, 0),
    stores.database.definition.findUnique({
      where: {
        ownerId_name_version: { ownerId: run.ownerId, name: run.executed.workflow, version: run.executed.version },
      },
      select: { text: true, test: true },
    }),
    openTasksOfRun(stores, actor, runId),
    listReruns(stores, run.rerunBy),
    isArchived(stores.pool, run.ownerId, run.workflow),
    regenerationsOf(stores, runId),
  ])
  return {
    ...run,
    definitionText: definition?.text ?? '',
    workflowArchived,
    testPlan: testPlanOf(definition?.test),
    openTasks,
    reruns,
    regeneratedBy,
    outputs: outputs.length > 1 && run.endedAt !== null ? outputs : [],
    events,
  }
}

/** The first regenerations of a run, the earliest first. */
async function regenerationsOf({ pool }: Stores, runId: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'regenerations-of-run',
    text: 'select id from run where regenerated_from = $1 order by id limit $2',
    values: [runId, limits.shown.rerunsOfRun],
  })
  return rows.map(({ id }) => id)
}

/** Only `keepSnapshot` writes this value, so its type is trusted. */
function testPlanOf(stored: unknown): TestPlan | null {
  return (stored ?? null) as TestPlan | null
}
