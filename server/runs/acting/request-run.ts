import { isDeepStrictEqual } from 'node:util'
import type { Json } from '#core/json.ts'
import { type Actor, mayActFor } from '../../actor.ts'
import { ApiError } from '../../api-error.ts'
import { readCreated } from '../../engine/requests/read-created.ts'
import { startRun } from '../../engine/requests/start-run.ts'
import { isArchived } from '../../engine/store/definitions.ts'
import type { Stores } from '../../stores.ts'
import { shareWorkflows } from '../../workflows/share-workflows.ts'
import { workflowNotFound } from '../../workflows/workflow-not-found.ts'
import { refused } from './refused.ts'

export interface RunRequest {
  readonly workflow: string
  /** The latest when left out. */
  readonly version?: number | undefined
  readonly input: Json
  /** The caller's own, echoed with the outcome. */
  readonly clientState?: Json | undefined
  readonly drive?: 'auto' | 'manual' | undefined
  readonly saga?: boolean | undefined
  readonly failFast?: boolean | undefined
  readonly tags?: readonly string[] | undefined
  readonly priority?: number | undefined
  /** Only from an actor who may act for that owner. */
  readonly ownerId?: string | undefined
  readonly dataRegion?: string | undefined
  /** The same key returns the same run. */
  readonly idempotencyKey?: string | undefined
}

export interface RequestedRun {
  readonly runId: string
  readonly status: string
  /** False when the key had started this run before. */
  readonly created: boolean
}

/**
 * Starts a run of a published version; it is committed when this returns.
 * `fields` names the caller's parameters for workflow and version. Throws
 * `NOT_FOUND`, `ARCHIVED`, `INVALID_INPUT`, `FORBIDDEN`, `IDEMPOTENCY_KEY_REUSED`.
 */
export async function requestRun(
  stores: Stores,
  actor: Actor,
  request: RunRequest,
  fields: { readonly workflow: string; readonly version: string } = { workflow: 'workflow', version: 'version' },
): Promise<RequestedRun> {
  const { ownerId = actor.ownerId, dataRegion = actor.dataRegion, workflow } = request
  if (!mayActFor(actor, ownerId)) {
    throw new ApiError('FORBIDDEN', `You may not start runs for the owner ${ownerId}.`, 'owner_id')
  }
  if (ownerId !== actor.ownerId) {
    if (await isArchived(stores.pool, actor.ownerId, workflow)) throw archived(workflow, fields.workflow)
    await shareWorkflows(stores, actor, ownerId)
  }
  const started = await startRun(stores.pool, {
    ...request,
    ownerId,
    dataRegion,
    actor: { id: actor.id, name: actor.name },
  })
  if (started.ok) {
    if (!started.created) await refuseOtherRequest(stores, started.runId, request)
    return { runId: started.runId, status: started.status, created: started.created }
  }
  switch (started.code) {
    case 'WORKFLOW_NOT_FOUND':
      throw await notRunnable(stores, actor, workflow, fields.workflow)
    case 'ARCHIVED':
      throw archived(workflow, fields.workflow)
    case 'VERSION_NOT_FOUND':
      throw new ApiError('NOT_FOUND', `${workflow} has no version ${request.version}.`, fields.version)
    case 'INVALID_INPUT':
      throw refused({ code: 'INVALID_INPUT', message: inputMessage(started.errors), errors: started.errors })
  }
}

function inputMessage(errors: readonly { readonly path: string; readonly message: string }[]): string {
  const [first] = errors
  const at = first?.path ? `input.${first.path}: ` : ''
  return `The input does not fit the workflow's schema: ${at}${first?.message ?? ''}`
}

function archived(name: string, field: string): ApiError {
  return new ApiError('ARCHIVED', `${name} is archived. Restore it to run it.`, field)
}

async function notRunnable({ database }: Stores, actor: Actor, name: string, field: string): Promise<ApiError> {
  const drafts = await database.draft.count({ where: { ownerId: actor.ownerId, name } })
  if (drafts === 0) return workflowNotFound(name, field)
  return new ApiError('NOT_PUBLISHED', `${name} has not been published yet. Publish it to run it.`, field)
}

/** A key that comes back with another request is a mistake, which the run of the first would hide. */
async function refuseOtherRequest({ pool }: Stores, runId: string, request: RunRequest): Promise<void> {
  // Whole: a reference that stands for the input is not the input.
  const created = await readCreated(pool, runId)
  if (created?.type !== 'workflow.run.created') return
  const { workflow, input } = created.payload
  if (workflow === request.workflow && isDeepStrictEqual(input, request.input)) return
  throw new ApiError('IDEMPOTENCY_KEY_REUSED', 'This key started another run. Use a new one.', 'Idempotency-Key')
}
