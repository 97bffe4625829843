import { z } from 'zod'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { payload } from '#core/run/payload-input.ts'
import { workflowIdReuses } from '#core/run/start/workflow-id.ts'
import { messageName, queueName, reason, workflowName } from '../request/inputs.ts'

/** The bodies of PostGrip's clients, as far as Heddle reads them: unknown fields are left alone, as PostGrip does. */

export const args = z.array(payload).max(limits.code.messageArgs).default([])
export const object = z.record(z.string(), payload)
export const maybe = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined)
export const id = z.string().min(1).max(limits.text.name)
const duration = z.number().min(0).max(limits.run.timerMs)

const retry = z.object({
  maximumAttempts: maybe(z.int().min(0).max(limits.code.activityAttempts)),
  initialIntervalMs: maybe(duration),
  backoffCoefficient: maybe(z.number().min(1)),
  maximumIntervalMs: maybe(duration),
  expirationIntervalMs: maybe(duration),
  nonRetryableErrorTypes: maybe(z.array(messageName)),
})

/** What a start says, in the payload of a task and in a signal with a start. */
const start = {
  workflowId: maybe(id),
  workflowIdReusePolicy: maybe(z.enum(workflowIdReuses)),
  memo: maybe(object),
  searchAttributes: maybe(object),
  args,
}

export const enqueueBody = z.object({
  type: z.string().min(1).max(limits.text.name),
  namespace: maybe(id),
  queue: maybe(queueName),
  lease_timeout_seconds: maybe(z.number().min(0)),
  payload: z
    .object({
      ...start,
      workflowRunId: maybe(id),
      workflowTaskId: maybe(id),
      parentWorkflowTaskId: maybe(id),
      continuedFromWorkflowId: maybe(id),
      queryName: maybe(messageName),
      updateName: maybe(messageName),
      durationMs: maybe(duration),
      retry: maybe(retry),
    })
    .default({ args: [] } as never),
})
export type EnqueueBody = z.output<typeof enqueueBody>

export const signalBody = z.object({ name: messageName, args })
export const signalWithStartBody = z.object({
  ...start,
  queue: maybe(queueName),
  workflowType: workflowName,
  signal: signalBody,
})
export type StartFields = Pick<z.output<typeof signalWithStartBody>, keyof typeof start>
export const reasonBody = z.object({ reason: maybe(reason) })
export const refreshBody = z.object({ refreshToken: z.string().min(1).max(2_000) })
export const namespaceBody = z.object({ name: id })

const failure = z.object({
  message: maybe(z.string()),
  type: maybe(z.string().max(limits.text.reason)),
  non_retryable: maybe(z.boolean()),
})
const result = z.object({
  value: z.custom<Json>().optional(),
  failure: maybe(failure),
  continue_as_new: maybe(z.object({ workflow_type: z.string() })),
})
export const completeBody = z.object({ result: result.default({} as never) })
export const failBody = z.object({ error: z.string(), result: maybe(result) })
const event = z.object({ kind: z.string(), stage: maybe(z.string()), message: maybe(z.string()) })
export const heartbeatBody = z.object({ event: maybe(event) })
export const eventBody = z.object({ event })
