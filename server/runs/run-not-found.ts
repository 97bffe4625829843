import type { Pool } from 'pg'
import { type Actor, hasPermission } from '#server/access/actor.ts'
import { ownerScope } from '#server/access/may.ts'
import { workflowScope } from '#server/access/workflow-scope.ts'
import { ApiError } from '../api-error.ts'
import { ownerElsewhere } from './owner-elsewhere.ts'

/** One message for a missing run and for a run of another owner, so that neither reveals the other. */
export function runNotFound(runId: string): ApiError {
  return new ApiError('NOT_FOUND', `There is no run ${runId}.`, 'run_id')
}

/** The same, or that the run was removed, for an actor who may see every run of its owner. */
export async function missingRun(pool: Pool, actor: Actor, runId: string): Promise<ApiError> {
  if (!hasPermission(actor, 'run.read') || workflowScope(actor) !== null) return runNotFound(runId)
  const { rows } = await pool.query<{ removed_at: Date }>(
    'select removed_at from removed_run where run_id = $1 and ($2::text is null or owner_id = $2)',
    [runId, ownerScope(actor)],
  )
  const [removed] = rows
  if (!removed)
    return (
      (await archivedRun(pool, actor, runId)) ??
      (await ownerElsewhere(pool, actor.ownerId, 'run_id')) ??
      runNotFound(runId)
    )
  const day = removed.removed_at.toISOString().slice(0, 10)
  return new ApiError('NOT_FOUND', `The run ${runId} was removed on ${day}, with its history and values.`, 'run_id')
}

/** A run that retention has written to the archive is named with where it is. */
async function archivedRun(pool: Pool, actor: Actor, runId: string): Promise<ApiError | null> {
  const { rows } = await pool.query<{ workflow: string; status: string; ended_at: Date; file: string }>(
    'select workflow, status, ended_at, file from archived_run where run_id = $1 and ($2::text is null or owner_id = $2)',
    [runId, ownerScope(actor)],
  )
  const [run] = rows
  if (!run) return null
  const ended = run.ended_at.toISOString().slice(0, 10)
  const written = /\d{4}-\d\d-\d\d/.exec(run.file)?.[0] ?? ''
  return new ApiError(
    'NOT_FOUND',
    `The run ${runId} of ${run.workflow} ended ${run.status} on ${ended} and was archived on ${written}. An operator reads it by: heddle archive show ${runId}`,
    'run_id',
  )
}
