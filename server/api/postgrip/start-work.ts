import type { JsonObject } from '#core/json.ts'
import type { Actor } from '#server/access/actor.ts'
import { publishUnregistered } from '#server/agents/register-agent.ts'
import { requestRun } from '#server/runs/acting/request-run.ts'
import { signalWithStart } from '#server/runs/acting/signal-with-start.ts'
import type { Stores } from '../../stores.ts'
import type { StartFields } from './inputs.ts'
import { type RunLog, readRunLog } from './run-log.ts'

const fields = { workflow: 'type', version: 'type', key: 'Idempotency-Key' }

/** A start in PostGrip's words: the type is published at its first start. */
export interface PostgripStart extends StartFields {
  readonly type: string
  readonly queue: string
}

/** Starts a run; its arguments are the list `args` of the input. */
export async function startWork(stores: Stores, actor: Actor, start: PostgripStart): Promise<RunLog> {
  await publishUnregistered(stores, actor, start.type, start.queue)
  const { runId } = await requestRun(stores, actor, requestOf(start), fields)
  return readRunLog(stores, actor, runId)
}

/** Signals the run of the workflow id, or starts it with the signal. */
export async function signalOrStartWork(
  stores: Stores,
  actor: Actor,
  start: PostgripStart & { readonly workflowId: string },
  signal: Parameters<typeof signalWithStart>[2]['signal'],
): Promise<RunLog> {
  await publishUnregistered(stores, actor, start.type, start.queue)
  const request = { ...requestOf(start), workflowId: start.workflowId, signal }
  const { runId } = await signalWithStart(stores, actor, request, fields)
  return readRunLog(stores, actor, runId)
}

function requestOf({ type, workflowId, workflowIdReusePolicy, ...start }: PostgripStart) {
  return {
    workflow: type,
    input: inputOf(start),
    workflowId,
    workflowIdReuse: workflowId === undefined ? undefined : workflowIdReusePolicy,
  }
}

/** The input of a run, which keeps what PostGrip's clients ask for again. */
export function inputOf({
  args,
  queue,
  memo,
  searchAttributes,
}: Omit<PostgripStart, 'type' | 'workflowId' | 'workflowIdReusePolicy'>): JsonObject {
  return {
    args,
    task_queue: queue,
    ...(memo !== undefined && { memo }),
    ...(searchAttributes !== undefined && { search_attributes: searchAttributes }),
  }
}
