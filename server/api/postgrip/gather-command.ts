import type { CodeCommand } from '#core/run/code/code-state.ts'
import type { Actor } from '#server/access/actor.ts'
import { type Gathered, gather } from '#server/agents/gathered/held-tasks.ts'
import { publishUnregistered } from '#server/agents/register-agent.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import type { EnqueueBody } from './inputs.ts'
import { isoOf, queueOf, type RunLog, readRunLog } from './run-log.ts'
import { inputOf } from './start-work.ts'
import { commandId, successorId } from './task-id.ts'
import { NAMESPACE, type TaskObject } from './task-object.ts'

/** The refusal that PostGrip's SDK takes for the end of its lease. */
export const notLeased = () =>
  new ApiError('NOT_LEASED', 'The task is not leased by this session. Poll again.', 'taskId')

/**
 * Gathers a command of a body whose delivery the session holds; it is recorded with the answer to the delivery, in one
 * commit with all others. Throws `NOT_LEASED`.
 */
export async function gatherCommand(
  stores: Stores,
  actor: Actor,
  agentId: string,
  runId: string,
  body: EnqueueBody,
): Promise<TaskObject> {
  const log = await readRunLog(stores, actor, runId)
  const queue = body.queue ?? queueOf(log.header)
  const [kind, name = ''] = kindOf(body.type)
  if (kind === 'child') await publishUnregistered(stores, actor, name, queue)
  const isNext = body.payload.continuedFromWorkflowId !== undefined
  if (isNext && name !== log.header.workflow) {
    const message = `A run continues as the same workflow: ${log.header.workflow}, not ${name}. Start ${name} as a child.`
    throw new ApiError('BAD_REQUEST', message, 'type')
  }
  const add = (gathered: Gathered): Gathered =>
    isNext
      ? { ...gathered, continuedWith: inputOf({ ...body.payload, queue }) }
      : {
          ...gathered,
          commands: [...gathered.commands, commandOf(kind, name, numberAfter(log, gathered), queue, log, body)],
        }
  const gathered = await gather(stores, actor, agentId, runId, add)
  if (gathered === null) throw notLeased()
  const now = isoOf(Date.now())
  return {
    id: isNext ? successorId(runId) : commandId(runId, numberAfter(log, gathered) - 1),
    type: body.type,
    state: 'queued',
    namespace: NAMESPACE,
    queue,
    attempt: 1,
    lease_timeout_seconds: body.lease_timeout_seconds ?? 0,
    payload: { args: body.payload.args },
    created_at: now,
    updated_at: now,
  }
}

const numberAfter = ({ commands }: RunLog, gathered: Gathered) => commands.size + gathered.commands.length + 1

function kindOf(type: string): readonly [kind: 'activity' | 'timer' | 'child', name?: string] {
  if (type === 'timer') return ['timer']
  const at = type.indexOf(':')
  const name = type.slice(at + 1)
  if (type.startsWith('activity:') && name !== '') return ['activity', name]
  if (type.startsWith('workflow:') && name !== '') return ['child', name]
  throw new ApiError('BAD_REQUEST', `Heddle has no tasks of the type ${type}.`, 'type')
}

function commandOf(
  kind: 'activity' | 'timer' | 'child',
  name: string,
  n: number,
  queue: string,
  { header }: RunLog,
  { payload, lease_timeout_seconds: seconds = 0 }: EnqueueBody,
): CodeCommand {
  if (kind === 'timer') return { kind, n, name: 'sleep', duration_ms: Math.round(payload.durationMs ?? 0) }
  if (kind === 'child') return { kind, n, name, input: inputOf({ ...payload, queue }) }
  const retry =
    payload.retry && Object.fromEntries(Object.entries(payload.retry).filter(([, each]) => each !== undefined))
  const options = {
    ...(retry !== undefined && { retry }),
    ...(seconds > 0 && { startToCloseTimeoutMs: seconds * 1_000 }),
    ...(queue !== queueOf(header) && { queue }),
  }
  return { kind, n, name, function: name, args: payload.args, options }
}
