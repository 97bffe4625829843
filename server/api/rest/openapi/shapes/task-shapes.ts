import { z } from 'zod'
import { statuses } from '#core/run/statuses.ts'
import { taskActions } from '#server/access/task-rules.ts'
import type { taskListItem, taskObject } from '../../task-object.ts'
import { count, id, json, jsonObject, optionalTime, orNull, time } from './common.ts'

const person = z.strictObject({ id: z.string(), name: z.string() })
const names = z.array(z.string())
const action = z.enum(taskActions)

const listed = {
  task_id: id,
  run_id: id,
  workflow_name: z.string(),
  workflow_version: z.int(),
  step: z.string(),
  title: z.string(),
  queue: orNull(z.string()),
  priority: z.int(),
  fields: z.array(z.strictObject({ label: z.string(), value: json })),
  assignees: names,
  groups: names,
  escalated_to: names,
  escalated_at: optionalTime,
  reminders: count,
  reminded_at: optionalTime,
  delegates: names,
  requested_by: orNull(z.string()),
  approvals_required: count,
  approvals: z.array(z.strictObject({ by: person, at: time })),
  status: z.enum(['open', 'decided', 'closed']),
  revision: count.describe('The `expected_revision` of a change.'),
  holder: orNull(person.extend({ since: optionalTime })),
  follow_up_at: optionalTime,
  due_at: optionalTime,
  opened_at: time,
  decided_by: orNull(person),
  closed_at: optionalTime,
  comments: count,
}

export const taskItem = z.strictObject(listed).meta({ id: 'TaskItem' }) satisfies z.ZodType<
  ReturnType<typeof taskListItem>
>

const activity = { at: time, sentence: z.string() }

export const task = z
  .strictObject({
    ...listed,
    instructions: orNull(z.string()),
    form: orNull(jsonObject).describe('The JSON Schema of the answer.'),
    decision: json,
    excluded: names,
    allowed_actions: z.array(action),
    not_allowed: z.array(z.strictObject({ action, reason: z.string() })),
    comment_list: z.array(z.strictObject({ id, by: person, at: time, text: z.string() })),
    activity: z.array(z.strictObject(activity)),
    earlier: z.array(
      z.strictObject({
        ...activity,
        step: z.string(),
        run: orNull(z.strictObject({ runId: id, workflow: z.string() })),
      }),
    ),
    run_status: z.enum(statuses),
    run_input: json,
    run_state: json,
  })
  .meta({ id: 'Task' }) satisfies z.ZodType<ReturnType<typeof taskObject>>

/** The answer to a change of a task. */
export const decided = z.union([
  z.strictObject({ outcome: z.literal('decided') }),
  z.strictObject({ outcome: z.literal('approved'), approvals: count, required: count }),
])
export const changedTask = z.strictObject({ outcome: z.literal('done'), task: taskItem })
export const acceptedChange = z.strictObject({ outcome: z.literal('accepted'), operation_id: id })

const error = z.strictObject({ code: z.string(), message: z.string(), field: z.string().optional() })

/** Refusals of a change, which say more than other errors. */
export const tooLate = z.union([
  z.strictObject({
    outcome: z.literal('already_decided'),
    by: orNull(z.string()),
    at: optionalTime,
    error,
  }),
  z.strictObject({
    outcome: z.literal('changed'),
    by: orNull(z.string()),
    at: optionalTime,
    sentence: z.string(),
    revision: count,
    error,
  }),
  z.strictObject({ error }),
])
export const unfitAnswer = z.union([
  z.strictObject({
    outcome: z.literal('invalid'),
    errors: z.array(z.strictObject({ path: z.string(), message: z.string() })),
    error,
  }),
  z.strictObject({ error }),
])
