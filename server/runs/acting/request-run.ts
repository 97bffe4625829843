import { objectOf } from '#core/json.ts'
import { mayFanOut } from '#core/run/fan-out/asked-fan-out.ts'
import type { OwnedStartRequest } from '#core/run/start/create.ts'
import type { StartRequest } from '#core/run/start/start-request.ts'
import type { Actor } from '#server/access/actor.ts'
import { may, requirePermission } from '#server/access/may.ts'
import { reachesWorkflow } from '#server/access/workflow-scope.ts'
import { ApiError, quotaExceeded } from '../../api-error.ts'
import type { StartRunResult } from '../../engine/requests/start-run.ts'
import { isArchived } from '../../engine/store/definitions.ts'
import type { Stores } from '../../stores.ts'
import { shareWorkflows } from '../../workflows/share-workflows.ts'
import { workflowNotFound } from '../../workflows/workflow-not-found.ts'
import { planStart } from '../fan-out/plan-start.ts'
import { getRunRow } from '../get-run-row.ts'
import { ownerElsewhere } from '../owner-elsewhere.ts'
import { refused } from './refused.ts'
import { refuseOtherStart, startIdentity } from './start-identity.ts'
import { WorkflowIdInUse } from './workflow-id-in-use.ts'

export interface RequestedRun {
  readonly runId: string
  readonly status: string
  /** False when the key had started this run before. */
  readonly created: boolean
  /** The number of runs that the request asked for. */
  readonly variants: number
}

/** The caller's names of these fields. */
export interface RequestFields {
  readonly workflow: string
  readonly version: string
  readonly key: string
}

const ownFields: RequestFields = { workflow: 'workflow', version: 'version', key: 'operationId' }

/**
 * Starts a run of a published version; the start is committed when this returns. A key that has started a run returns
 * that run, even if the request would be refused by now, and is refused with a different request. Throws `NOT_FOUND`,
 * `ARCHIVED`, `INVALID_INPUT`, `FORBIDDEN`, `IDEMPOTENCY_KEY_REUSED`, `QUOTA_EXCEEDED`, `WORKFLOW_ID_IN_USE`.
 */
export async function requestRun(
  stores: Stores,
  actor: Actor,
  request: StartRequest & Pick<OwnedStartRequest, 'signals' | 'traceparent'>,
  fields: RequestFields = ownFields,
): Promise<RequestedRun> {
  const identity = request.idempotencyKey === undefined ? undefined : startIdentity(actor, request)
  return requestIdentified(stores, actor, request, identity, fields)
}

/** Starts a run for a request whose identity includes more than its options, such as the text of a draft. */
export async function requestIdentified(
  stores: Stores,
  actor: Actor,
  request: StartRequest & Pick<OwnedStartRequest, 'signals' | 'traceparent'>,
  identity: string | undefined,
  fields: RequestFields = ownFields,
): Promise<RequestedRun> {
  const { ownerId = actor.ownerId, dataRegion = actor.dataRegion, workflow } = request
  requirePermission(may(actor, 'run.start_for', { ownerId }), 'owner_id')
  if (request.workflowIdReuse !== undefined && request.workflowId === undefined) {
    throw new ApiError('BAD_REQUEST', 'workflow_id_reuse says what a workflow_id may do: send both.', 'workflow_id')
  }
  if (!reachesWorkflow(actor, workflow)) throw workflowNotFound(workflow, fields.workflow)
  const started = await startForOwner(stores, actor, {
    ...request,
    ownerId,
    dataRegion,
    requestIdentity: request.idempotencyKey === undefined ? undefined : identity,
    actor: { id: actor.id, name: actor.name },
  })
  if (started.ok) {
    if (!started.created && identity !== undefined) {
      await refuseOtherStart(stores.pool, started, { ...request, identity }, fields.key)
    }
    return { runId: started.runId, status: started.status, created: started.created, variants: started.variants }
  }
  switch (started.code) {
    case 'WORKFLOW_NOT_FOUND':
      throw await notRunnable(stores, actor, workflow, fields.workflow)
    case 'ARCHIVED':
      throw archived(workflow, fields.workflow)
    case 'VERSION_NOT_FOUND':
      throw new ApiError('NOT_FOUND', `${workflow} has no version ${request.version}.`, fields.version)
    case 'WORKFLOW_ID_IN_USE':
      throw new WorkflowIdInUse(
        request.workflowId ?? '',
        started.holder,
        await sees(stores, actor, started.holder.runId),
      )
    case 'QUOTA':
      throw quotaExceeded(started.message, started.retryAfterSeconds)
    case 'INVALID_INPUT':
      throw refused({ code: 'INVALID_INPUT', message: inputMessage(started.errors), errors: started.errors })
  }
}

async function sees(stores: Stores, actor: Actor, runId: string): Promise<boolean> {
  const run = await getRunRow(stores, actor, runId).catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })
  return run !== null
}

type StartResult = StartRunResult & { readonly variants: number }

/**
 * Starts a run, or one with several variants. A key that has started a run is looked up before a request for variants is
 * judged: it is answered with that run, even if the request would be refused by now. Another owner first gets a copy of
 * the actor's workflows, unless the requested one is archived.
 */
async function startForOwner(stores: Stores, actor: Actor, request: OwnedStartRequest): Promise<StartResult> {
  const { ownerId, workflow, version = 1, variants, bundle } = request
  const { starter } = stores.engine
  if (ownerId !== actor.ownerId) {
    if (await isArchived(stores.pool, actor.ownerId, workflow)) {
      const earlier = await starter.findStarted(request)
      return earlier === null ? { ok: false, code: 'ARCHIVED', variants: 1 } : { ok: true, ...earlier, variants: 1 }
    }
    await shareWorkflows(stores, actor, ownerId)
  }
  // Test runs of a draft have a version below 0: there these fields are data.
  if (version < 0 || !mayFanOut({ input: objectOf(request.input), variants, bundle })) {
    return { ...(await starter.start(request)), variants: 1 }
  }
  const earlier = await starter.findStarted(request)
  if (earlier !== null) return { ok: true, ...earlier, variants: await variantsOf(stores, earlier.runId) }
  const planned = await planStart(stores, actor, request)
  const started = await starter.start(planned, planned.fanOut !== undefined)
  return { ...started, variants: planned.fanOut?.entries.length ?? 1 }
}

async function variantsOf({ pool }: Stores, runId: string): Promise<number> {
  const { rows } = await pool.query<{ variants: number | null }>('select variants from run where id = $1', [runId])
  return rows[0]?.variants ?? 1
}

function inputMessage(errors: readonly { readonly path: string; readonly message: string }[]): string {
  const [first] = errors
  const at = first?.path ? `input.${first.path}: ` : ''
  return `The input does not match the workflow's schema: ${at}${first?.message ?? ''}`
}

function archived(name: string, field: string): ApiError {
  return new ApiError('ARCHIVED', `${name} is archived. Restore it to run it.`, field)
}

async function notRunnable({ database, pool }: Stores, actor: Actor, name: string, field: string): Promise<ApiError> {
  const drafts = await database.draft.count({ where: { ownerId: actor.ownerId, name } })
  if (drafts === 0) return (await ownerElsewhere(pool, actor.ownerId, field)) ?? workflowNotFound(name, field)
  return new ApiError('NOT_PUBLISHED', `${name} has not been published yet. Publish it to run it.`, field)
}
