import type { PoolClient } from 'pg'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { ApiError } from '../../api-error.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Stores } from '../../stores.ts'
import { getRunRow } from '../get-run-row.ts'
import { deletionOfRuns } from './delete-runs.ts'

export interface RemovedRun {
  readonly runId: string
  /** How many runs went, with those below it. */
  readonly runs: number
}

interface Member {
  readonly run_id: string
  readonly is_busy: boolean
  /** Whether an event of it still waits for a webhook. */
  readonly is_announcing: boolean
}

/**
 * Removes an ended run with its history, values and tasks, and all runs below it. What is left is its id, in the audit and
 * for pages that have it open. Large values go once no other run refers to them, within a day of their last storage. A
 * removed run is not exported, unlike one that retention removes: somebody wants it gone. Throws `FORBIDDEN`,
 * `NOT_FOUND`, `INVALID_TRANSITION`.
 */
export async function removeRun(stores: Stores, actor: Actor, runId: string): Promise<RemovedRun> {
  requirePermission(permits(actor, 'run.remove'))
  const { id: run_id, parent_run_id, root_run_id } = await getRunRow(stores, actor, runId)
  if (parent_run_id !== null)
    throw new ApiError(
      'INVALID_TRANSITION',
      `This run belongs to the run ${root_run_id}. Remove that run, and this one goes with it.`,
      'run_id',
    )
  return inTransaction(stores.pool, async (client) => {
    const runIds = await lockEndedFamily(client, run_id)
    for (let first = 0; first < runIds.length; first += limits.retention.removedAtOnce)
      await deleteRuns(client, runIds.slice(first, first + limits.retention.removedAtOnce))
    await recordAudit(client, { actor, action: 'run.remove', target: run_id, outcome: 'done', times: runIds.length })
    return { runId: run_id, runs: runIds.length }
  })
}

/**
 * The run and all below it, locked in the common lock order of runs. Throws where one of them is not at its end, or
 * events of it wait for a webhook.
 */
async function lockEndedFamily(client: PoolClient, runId: string): Promise<readonly string[]> {
  const { rows: locked } = await client.query<{ run_id: string }>(
    `select run_id from run_state where run_id in (select id from run where root_run_id = $1) order by run_id for update`,
    [runId],
  )
  // A separate statement, which sees everything that was committed before the locks.
  const { rows } = await client.query<Member>(
    `select r.id as run_id, s.ended_at is null or s.engine_id is not null
            or exists (select from ready q where q.run_id = r.id)
            or exists (select from mailbox b where b.run_id = r.id and b.handled_at is null) as is_busy,
            exists (select from webhook_delivery d where d.run_id = r.id and d.state = 'waiting') as is_announcing
       from run r join run_state s on s.run_id = r.id where r.root_run_id = $1 order by r.id`,
    [runId],
  )
  if (rows.length === 0) throw new ApiError('NOT_FOUND', `The run ${runId} was removed.`, 'run_id')
  const busy = rows.find(({ is_busy }) => is_busy)
  const announcing = rows.find(({ is_announcing }) => is_announcing)
  if (busy === undefined && announcing)
    throw new ApiError(
      'INVALID_TRANSITION',
      `Events of the run ${announcing.run_id} still wait for a webhook. Wait for their delivery, or turn the webhook off.`,
      'run_id',
    )
  if (busy === undefined && rows.length === locked.length) return rows.map(({ run_id }) => run_id)
  throw new ApiError(
    'INVALID_TRANSITION',
    busy === undefined || busy.run_id === runId
      ? 'Only a run that has ended can be removed. Cancel it first, or wait for its end.'
      : `The run ${busy.run_id} below this one has not ended. Cancel it first, or wait for its end.`,
    'run_id',
  )
}

/** The ids stay, with the status under which each run is counted: the counts belong to all owners, and to the engines. */
const deletion = deletionOfRuns(`
commands as (delete from mailbox where run_id = any($1::uuid[])),
kept as (insert into removed_run (run_id, owner_id, counted)
         select r.id, r.owner_id, (select s.counted from searched s where s.run_id = r.id) from run r
          where r.id = any($1::uuid[]))`)

async function deleteRuns(client: PoolClient, runIds: readonly string[]): Promise<void> {
  await client.query(deletion, [runIds])
}
