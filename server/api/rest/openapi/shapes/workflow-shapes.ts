import { z } from 'zod'
import type { Problem } from '#core/definition/problem.ts'
import type { PublishedWorkflow } from '#server/workflows/models.ts'
import { count, jsonObject, optionalTime, orNull, time } from './common.ts'

const range = z.strictObject({ start: count, end: count })
const found = {
  code: z.string(),
  message: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  path: z.array(z.union([z.string(), z.int()])),
  range,
  step: z.string().exactOptional(),
  fix: z.strictObject({ title: z.string(), range, text: z.string() }).exactOptional(),
}

const problem = z.strictObject(found).meta({ id: 'Problem' }) satisfies z.ZodType<Problem>
const locatedProblem = z.strictObject({ ...found, line: count, column: count }).meta({ id: 'LocatedProblem' })

export const workflowItem = z
  .strictObject({
    name: z.string(),
    description: orNull(z.string()),
    latest_version: count.describe('0 for a workflow that was never published.'),
    has_unpublished_changes: z.boolean(),
    archived_at: optionalTime,
    updated_at: time,
    input_schema: orNull(jsonObject)
      .describe('The schema of the input of the newest version, with `include=input_schema`.')
      .exactOptional(),
  })
  .meta({ id: 'WorkflowItem' })

const published = z.strictObject({
  name: z.string(),
  version: count,
  hash: z.string(),
  problems: z.array(problem),
}) satisfies z.ZodType<PublishedWorkflow>
export const publishedWorkflows = z.strictObject({ workflows: z.array(published) })

export const validatedWorkflows = z.strictObject({
  valid: z.boolean(),
  workflows: z.array(z.strictObject({ name: orNull(z.string()), problems: z.array(locatedProblem) })),
})

/** The refusal to publish: the first error as that of the request, and all problems beside it. */
export const unpublishable = z.union([
  z.strictObject({
    error: z.strictObject({
      code: z.literal('INVALID_DEFINITION'),
      message: z.string(),
      field: z.string().exactOptional(),
    }),
    problems: z.array(z.strictObject({ workflow: orNull(z.string()), ...found, line: count, column: count })),
  }),
  z.strictObject({
    error: z.strictObject({ code: z.string(), message: z.string(), field: z.string().exactOptional() }),
  }),
])

export const workflowSchemas = z
  .strictObject({
    name: z.string(),
    version: count,
    input_schema: orNull(jsonObject).describe('The JSON Schema of the input; null where the workflow declares none.'),
  })
  .meta({ id: 'WorkflowSchemas' })
