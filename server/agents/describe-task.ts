import type { Json } from '#core/json.ts'
import { historyUpTo } from '#core/run/code/history.ts'
import type { AgentDelivery } from '#core/run/effect.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { WorkerRequest } from '../engine/ports.ts'
import type { AgentTask, QueryCall } from '../engine/requests/agents/take-tasks.ts'
import { readEvents } from '../engine/store/read-events.ts'
import type { Stores } from '../stores.ts'
import type { TaskForAgent } from './models.ts'

/**
 * A task with its call, or with the news for a body. `keptSeq`: the last event that the agent's cached body has seen; where
 * the delivery follows it, the task has its news alone, and otherwise the whole history.
 */
export async function describeTask(stores: Stores, task: AgentTask, keptSeq?: number): Promise<TaskForAgent> {
  const common = {
    task_id: task.id,
    token: task.token,
    kind: task.kind,
    run_id: task.runId,
    workflow: task.workflow,
    queue: task.queue,
    type: task.type,
    lease_seconds: task.leaseMs / 1_000,
    attempt: task.recoveries + 1,
  }
  switch (task.kind) {
    case 'workflow':
      return { ...common, ...(await newsOf(stores, task, keptSeq)) }
    case 'query':
      return { ...common, ...(await queryOf(stores, task)) }
    default:
      return { ...common, ...callOf(JSON.parse(task.request) as WorkerRequest) }
  }
}

/** The call of a step's function, with input and state, or of an activity, with its arguments. */
function callOf({
  step,
  iteration,
  attempt,
  key,
  activity,
  timeoutMs,
  heartbeatTimeoutMs: silenceMs,
  with: args,
  ...rest
}: WorkerRequest): TaskForAgent {
  const common = {
    step,
    iteration,
    attempt,
    key,
    ...(timeoutMs !== undefined && { timeout_ms: timeoutMs }),
    ...(silenceMs !== undefined && { heartbeat_timeout_ms: silenceMs }),
  }
  if (activity) return { ...common, args: Array.isArray(args) ? args : [args] }
  const { input, state, each, fencing } = rest
  return JSON.parse(JSON.stringify({ ...common, with: args, input, state, each, fencing })) as TaskForAgent
}

async function newsOf({ pool }: Stores, task: AgentTask, keptSeq: number | undefined): Promise<TaskForAgent> {
  const { fromSeq, upToSeq, again, news } = JSON.parse(task.request) as AgentDelivery
  if (keptSeq === fromSeq && fromSeq > 0 && !again) {
    return plain({ from_seq: fromSeq, up_to_seq: upToSeq, news })
  }
  const events = await readEvents(pool, task.runId)
  return plain({ up_to_seq: upToSeq, ...startOf(events), history: historyUpTo(events, upToSeq) })
}

async function queryOf({ pool }: Stores, { runId, request }: AgentTask): Promise<TaskForAgent> {
  const { name, args } = JSON.parse(request) as QueryCall
  const events = await readEvents(pool, runId)
  const upToSeq = events.at(-1)?.seq ?? 0
  return plain({ name, args, up_to_seq: upToSeq, ...startOf(events), history: historyUpTo(events, upToSeq) })
}

/** The input of the run, and the first run of its chain. */
function startOf(events: readonly RunEvent[]) {
  const created = events.find((event) => event.type === 'workflow.run.created')
  if (created?.type !== 'workflow.run.created') return {}
  const { input, continued_from } = created.payload
  return { input, ...(continued_from !== undefined && { first_run_id: continued_from.first_run_id }) }
}

function plain(value: object): TaskForAgent {
  return JSON.parse(JSON.stringify(value)) as { readonly [key: string]: Json }
}
