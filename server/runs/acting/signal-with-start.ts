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
  const signals = [signalOf(actor, signal)]
  return signalOrStart(stores, actor, signal, {
    workflowId,
    repeats: idempotencyKey === undefined ? null : ['signal-with-start', workflowId, idempotencyKey],
    keyField: fields.key,
    start: () => startOrFind(stores, actor, { ...request, signals }, fields),
  })
}

/** The signal with which a run begins, with its sender. */
export const signalOf = (actor: Actor, { name, data }: SignalWithStart['signal']) => ({
  ...{ name, data },
  actor: { id: actor.id, name: actor.name },
})

interface StartOrSignal<Started> {
  readonly workflowId: string
  /** The parts of the key by which a repeated request finds the run that its earlier try has signalled; null: it has none. */
  readonly repeats: readonly string[] | null
  /** The caller's name of the idempotency key. */
  readonly keyField: string
  /** The started run, or the id of the run that has the workflow id and has not ended. */
  readonly start: () => Promise<Started | string>
}

/** Starts a run, or signals the live one; a live one that ended before it read the signal is looked for again. */
export async function signalOrStart<Started>(
  stores: Stores,
  actor: Actor,
  { name, data }: SignalWithStart['signal'],
  { workflowId, repeats, keyField, start }: StartOrSignal<Started>,
): Promise<({ readonly started: true } & Started) | ({ readonly started: false } & VerbResult)> {
  const verb = { type: 'signal', signal_name: name, payload: data } as const
  for (let tried = 0; tried < MOST_ENDED; tried += 1) {
    const operationId = repeats === null ? randomUUID() : derivedId(actor.ownerId, actor.id, ...repeats, String(tried))
    const known = repeats === null ? null : await findCommand(stores.pool, operationId)
    const live = known?.runId ?? (await start())
    if (typeof live !== 'string') return { started: true, ...live }
    try {
      return { started: false, ...(await sendVerb(stores, actor, { runId: live, operationId, verb }, keyField)) }
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
