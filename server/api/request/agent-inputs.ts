import { z } from 'zod'
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { CodeCommand, CodeNote } from '#core/run/code/code-state.ts'
import { taskKinds } from '../../engine/requests/agents/take-tasks.ts'
import { messageName, queueName, stepName, uuid, workflowName } from './inputs.ts'

/** The bodies of the routes of agents. */

const { agent, code, run, text } = limits

const value = z.custom<Json>((given) => given !== undefined)
const object = z
  .custom<JsonObject>((given) => isJsonObject(given as Json), 'An object is required.')
  .meta({ wire: { type: 'object', additionalProperties: true } })
const agentId = z
  .string()
  .regex(/^[\w.:@-]+$/, 'Letters, digits and . : @ _ - only.')
  .max(agent.idCharacters)
const queues = z.array(queueName).min(1, 'Name at least one queue.').max(agent.queues)
const names = z.array(messageName).max(agent.messages).default([])
const line = z.string().max(text.reason)
const duration = z.number().min(0).max(run.timerMs)
const sequence = z.int().min(0)

export const registerBody = z.strictObject({
  agent_id: agentId,
  queues,
  workflows: z
    .array(
      z.strictObject({
        type: workflowName,
        hash: z.string().min(1).max(agent.hashCharacters),
        queue: queueName.optional(),
        source: z.string().max(limits.definition.textBytes).optional(),
        signals: names,
        queries: names,
        updates: names,
        input_schema: (object as z.ZodType<JsonSchema>).optional(),
      }),
    )
    .max(agent.workflows)
    .default([]),
  activities: z.array(stepName).max(agent.activities).optional(),
  version: z.string().min(1).max(text.name).optional(),
  signing_key: z
    .base64()
    .refine((key) => Buffer.from(key, 'base64').length === 32, 'An Ed25519 public key has 32 bytes in base64.')
    .optional(),
})

export const pollBody = z.strictObject({
  agent_id: agentId,
  queues: queues.optional(),
  kinds: z
    .array(z.enum(taskKinds))
    .min(1)
    .max(taskKinds.length)
    .default([...taskKinds]),
  max: z.int().min(1).max(agent.tasksPerPoll).default(1),
  wait_seconds: z.number().min(0).max(agent.waitSeconds).default(0),
  cached: z
    .record(uuid, sequence)
    .refine((kept) => Object.keys(kept).length <= agent.kept, { error: `At most ${agent.kept} runs.` })
    .default({}),
})

export const agentBody = z.strictObject({ agent_id: agentId })
export const heldBody = z.strictObject({ token: uuid })

export const heartbeatBody = z.strictObject({
  token: uuid,
  details: z
    .strictObject({ fraction: z.number().min(0).max(1).optional(), note: z.string().max(text.name).optional() })
    .optional(),
})

const retry = z.strictObject({
  maximumAttempts: sequence.optional(),
  initialIntervalMs: duration.optional(),
  backoffCoefficient: z.number().min(1).max(100).optional(),
  maximumIntervalMs: duration.optional(),
  expirationIntervalMs: duration.optional(),
  nonRetryableErrorTypes: z.array(stepName).max(code.activityAttempts).optional(),
})

const activityOptions = z.strictObject({
  retry: retry.optional(),
  startToCloseTimeoutMs: duration.optional(),
  scheduleToCloseTimeoutMs: duration.optional(),
  scheduleToStartTimeoutMs: duration.optional(),
  heartbeatTimeoutMs: duration.optional(),
  effects: z.literal('none').optional(),
  queue: queueName.optional(),
})

const n = z.int().min(1).max(code.commands)
/** The call of an activity; `function` is its name where it is absent. */
const activityCall = {
  n,
  name: stepName,
  function: stepName.optional(),
  args: z.array(value).max(code.messageArgs).default([]),
  options: activityOptions.optional(),
}
const withFunction = <Call extends { readonly name: string; readonly function?: string | undefined }>({
  function: called,
  ...rest
}: Call) => ({ ...rest, function: called ?? rest.name })

const people = z.array(z.string().min(1).max(limits.directory.idCharacters)).max(limits.inbox.approvals)

/** A command of a body. */
const command = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('activity'), ...activityCall }).transform(withFunction),
  z.strictObject({ kind: z.literal('compensation'), ...activityCall }).transform(withFunction),
  z.strictObject({ kind: z.literal('timer'), n, name: stepName.default('sleep'), duration_ms: duration }),
  z.strictObject({
    kind: z.literal('child'),
    n,
    name: workflowName,
    input: object.default({}),
    abandon: z.literal(true).optional(),
  }),
  z.strictObject({
    kind: z.literal('approval'),
    n,
    name: stepName.default('approval'),
    task: z.strictObject({
      title: z.string().min(1).max(text.title),
      instructions: z.string().max(limits.inbox.instructionsCharacters).optional(),
      form: object.optional(),
      assignees: people.optional(),
      groups: people.optional(),
    }),
  }),
  z.strictObject({ kind: z.literal('milestone'), n, name: stepName, details: value.optional() }),
])

const error = z.strictObject({ code: stepName, message: z.string().max(agent.errorCharacters) })
const note = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('patched'), id: stepName }),
  z.strictObject({ kind: z.literal('cancel'), n }),
  z.strictObject({ kind: z.literal('update_accepted'), update_id: messageName }),
  z.strictObject({ kind: z.literal('update_completed'), update_id: messageName, result: value }),
  z.strictObject({ kind: z.literal('update_rejected'), update_id: messageName, error }),
])

const failure = z.strictObject({
  type: stepName,
  message: z.string().max(agent.errorCharacters),
  stack: z.string().max(agent.errorCharacters).optional(),
  retryable: z.boolean().optional(),
})

/** A request of a step's function to its run, in place of a result. */
const directive = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('pause'), result: value }),
  z.strictObject({ kind: z.literal('jump'), target: stepName, result: value }),
  z.strictObject({ kind: z.literal('rollback'), reason: line }),
  z.strictObject({ kind: z.literal('sub_workflow'), workflow_type: workflowName, initial_data: value }),
])

/** An answer: to news for a body with `outcome`, to a call or a query with `result` or `failure`. */
export const respondBody = z.strictObject({
  token: uuid,
  up_to_seq: sequence.optional(),
  outcome: z.enum(['blocked', 'completed', 'failed', 'cancelled', 'continue_as_new', 'violation', 'lost']).optional(),
  commands: (z.array(command).max(code.commandsPerDelivery) as unknown as z.ZodType<readonly CodeCommand[]>).optional(),
  notes: (z.array(note).max(agent.notes) as unknown as z.ZodType<readonly CodeNote[]>).optional(),
  unread: z.int().min(0).max(code.queuedSignals).optional(),
  result: value.optional(),
  failure: failure.optional(),
  reason: line.optional(),
  at: line.optional(),
  message: line.optional(),
  details: object.optional(),
  input: object.optional(),
  directive: directive.optional(),
  signals: z
    .array(z.strictObject({ name: messageName, data: value }))
    .max(code.queuedSignals)
    .optional(),
})
