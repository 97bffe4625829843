import { randomUUID } from 'node:crypto'
import type { Json } from '#core/json.ts'
import type { StartRequest } from '#core/run/start/start-request.ts'
import type { Actor } from '#server/access/actor.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { ApiError } from '../../api-error.ts'
import { derivedId } from '../../derived-id.ts'
import { findCommand } from '../../engine/store/send.ts'
import type { Stores } from '../../stores.ts'
import type { VerbResult } from '../models.ts'
import { type RequestedRun, type RequestFields, requestRun } from './request-run.ts'
import { sendVerb } from './send-verb.ts'
import { WorkflowIdInUse } from './workflow-id-in-use.ts'

export interface SignalWithStart extends StartRequest {
  readonly workflowId: string
  readonly signal: { readonly name: string; readonly data: Json }
}

export type SignalledOrStarted =
  | ({ readonly started: true } & RequestedRun)
  | ({ readonly started: false } & VerbResult)

/** Runs that ended between the look at the id and the signal, one after the other, before the request is given up. */
const MOST_ENDED = 10

/**
 * Signals the run that has the workflow id and has not ended, or starts a run that begins with the signal. The signal
 * arrives once: a run that ended before it read the signal has refused it, and the request looks at the id again. Throws
 * what a start and a signal throw; `WORKFLOW_ID_IN_USE` only for a run that has
 * ended, or that the actor may not see.
 */
export async function signalWithStart(
  stores: Stores,
  actor: Actor,
  { signal, ...request }: SignalWithStart,
  fields: RequestFields,
): Promise<SignalledOrStarted> {
  requirePermission(permits(actor, 'run.act'))
  const { workflowId, idempotencyKey } = request
  const verb = { type: 'signal', signal_name: signal.name, payload: signal.data } as const
  const signals = [{ ...signal, actor: { id: actor.id, ...(actor.name !== undefined && { name: actor.name }) } }]
  for (let tried = 0; tried < MOST_ENDED; tried += 1) {
    // A repeated request finds the run that its earlier try has signalled.
    const operationId =
      idempotencyKey === undefined
        ? randomUUID()
        : derivedId(actor.ownerId, actor.id, 'signal-with-start', workflowId, idempotencyKey, String(tried))
    const known = idempotencyKey === undefined ? null : await findCommand(stores.pool, operationId)
    const live = known?.runId ?? (await startOrFind(stores, actor, { ...request, signals }, fields))
    if (typeof live !== 'string') return { started: true, ...live }
    try {
      return { started: false, ...(await sendVerb(stores, actor, { runId: live, operationId, verb }, fields.key)) }
    } catch (error) {
      if (!isRefusal(error) || !(await hasEnded(stores, live))) throw error
    }
  }
  throw new ApiError(
    'CONFLICT',
    `The runs with the workflow id ${workflowId} end faster than a signal arrives. Try again.`,
  )
}

/** The started run, or the id of the run that has the workflow id and has not ended. */
async function startOrFind(
  stores: Stores,
  actor: Actor,
  request: Parameters<typeof requestRun>[2],
  fields: RequestFields,
): Promise<RequestedRun | string> {
  try {
    return await requestRun(stores, actor, request, fields)
  } catch (error) {
    if (error instanceof WorkflowIdInUse && !error.holder.ended && error.runId !== undefined) return error.runId
    throw error
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'INVALID_TRANSITION'
}

async function hasEnded({ pool }: Stores, runId: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from own_run_state where run_id = $1 and ended_at is not null', [runId])
  return rowCount === 1
}
