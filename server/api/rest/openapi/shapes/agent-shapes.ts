import { z } from 'zod'
import { taskKinds } from '../../../../engine/requests/agents/take-tasks.ts'
import { count, id, json, orNull, time } from './common.ts'

export const registeredAgent = z.strictObject({
  agent_id: z.string(),
  lease_seconds: z.int().describe('The lease of a task without a heartbeat timeout of its own.'),
  versions: z.record(z.string(), z.int()).describe('The version of each workflow that the agent runs.'),
})

export const unregisteredAgent = z.strictObject({ agent_id: z.string(), removed: z.boolean() })

const news = z
  .looseObject({
    seq: z.int().describe('The number of its event.'),
    at: z.number().describe('Milliseconds since 1970.'),
    kind: z.enum(['started', 'resolved', 'rejected', 'signal', 'update', 'cancel']),
  })
  .describe(
    'An event for the body. `resolved` has `n` and `value`, `rejected` `n` and `failure`, `signal` `name` and `data`, `update` `update_id`, `name` and `args`, `cancel` maybe a `reason`.',
  )

export const codeHistory = z.strictObject({
  commands: z
    .array(z.looseObject({ n: z.int(), kind: z.string(), name: z.string(), duration_ms: z.number().optional() }))
    .describe('The recorded commands; the n-th has the number n.'),
  news: z.array(news).describe('All events for the body, in order.'),
  patches: z.array(z.string()).describe('Recorded marks of `patched`.'),
  seen: count.describe('The last event that an earlier delivery included. Later news is new.'),
})

export const agentTask = z
  .looseObject({
    task_id: id,
    token: id.describe('The token of this lease: every request about the task has it.'),
    kind: z.enum(taskKinds),
    run_id: id,
    workflow: z.string(),
    queue: z.string(),
    type: z.string().describe('The function, or the type of the workflow.'),
    lease_seconds: z.number().describe('Without a heartbeat for this time, another agent gets the task.'),
    attempt: count,
    // Functions.
    step: z.string().optional(),
    iteration: count.optional(),
    key: z.string().optional().describe('The idempotency key: the same in all attempts.'),
    timeout_ms: z.number().optional(),
    heartbeat_timeout_ms: z.number().optional(),
    args: z.array(json).optional().describe('The arguments of an activity, or of a query.'),
    with: json.optional().describe('The `with` of a step; `input` and `state` are those of its run.'),
    state: json.optional(),
    input: json.optional().describe('The input of the run.'),
    name: z.string().optional().describe('The name of a query.'),
    // Bodies.
    up_to_seq: count.optional().describe('The last event of the delivery; the answer repeats it.'),
    from_seq: count
      .optional()
      .describe('Set where `cached` named the body: the news after this event, without the history.'),
    news: z.array(news).optional(),
    history: codeHistory.optional(),
    first_run_id: id.optional().describe('The first run of the chain that this run continues.'),
  })
  .meta({ id: 'AgentTask' })

export const polledTasks = z.strictObject({ tasks: z.array(agentTask) })
export const taskHistory = z.strictObject({ input: json, up_to_seq: count, history: codeHistory })
export const renewedLease = z.strictObject({
  lease_until: orNull(time),
  cancel_requested: z.boolean().describe('The run no longer awaits the task: stop it, and do not answer.'),
})
export const releasedTask = z.strictObject({ released: z.literal(true) })
export const acceptedAnswer = z.strictObject({ accepted: z.literal(true) })
