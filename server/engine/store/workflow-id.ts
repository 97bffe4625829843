import type { Pool } from 'pg'
import { type IdHolder, mayTakeId, type WorkflowIdReuse } from '#core/run/start/workflow-id.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { kindOfStoreError } from '../store-error.ts'
import type { Queryable } from './connection/connection.ts'
import { type Started, type StartingRun, startRuns } from './start.ts'

/** Distinguishes this lock from other advisory locks. */
const LOCK_CLASS = 48_151_641

/** The run that has the workflow id, because of which another one was not started. */
export interface IdInUse {
  readonly holder: IdHolder
}

/**
 * Starts a run with a workflow id. The lock of the id is held until the commit, so that of starts at the same moment one
 * wins. A run that continues as new hands its id over in the commit that ends it: a start sees it before or after that
 * commit, and either way one run that has not ended has the id. Null: as with `startRuns`.
 */
export async function startWithWorkflowId(
  pool: Pool,
  run: StartingRun,
  workflowId: string,
  reuse: WorkflowIdReuse | undefined,
): Promise<Started | IdInUse | null> {
  const start = () =>
    inTransaction(pool, async (client): Promise<Started | IdInUse | null> => {
      await client.query(lockOf(run.ownerId, workflowId))
      const holder = await lastHolder(client, run.ownerId, workflowId)
      if (holder?.runId !== run.runId && !mayTakeId(holder, reuse)) return { holder: holder as IdHolder }
      const [started = null] = await startRuns(client, [run])
      return started
    })
  // Under its own run id, a start whose answer was lost is found.
  return start().catch((error: unknown) => {
    if (kindOfStoreError(error) === 'transient') return start()
    throw error
  })
}

const lockOf = (ownerId: string, workflowId: string) => ({
  name: 'workflow-id-lock',
  text: 'select pg_advisory_xact_lock($1, hashtext($2))',
  values: [LOCK_CLASS, JSON.stringify([ownerId, workflowId])],
})

/** The run that has the id and has not ended, or else the last one that had it. */
async function lastHolder(connection: Queryable, ownerId: string, workflowId: string): Promise<IdHolder | null> {
  const { rows } = await connection.query<IdHolder>({
    name: 'workflow-id-holder',
    text: `
select r.id as "runId", s.status, s.ended_at is not null as ended
  from run r join run_state s on s.run_id = r.id
 where (r.owner_id, r.workflow_id) = ($1, $2)
 order by s.ended_at is not null, r.id desc
 limit 1`,
    values: [ownerId, workflowId],
  })
  return rows[0] ?? null
}
