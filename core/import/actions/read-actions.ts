import { z } from 'zod'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'

/** A workflow as GitHub Actions and what is like it read them: what is made use of, each key with its own name there. */
const values = z
  .record(z.string(), z.json())
  .default({})
  .transform((given) => given as JsonObject)
const words = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const step = z.looseObject({
  id: z.string().optional(),
  name: words.optional(),
  run: words.optional(),
  uses: z.string().optional(),
  shell: z.string().optional(),
  with: values,
  env: values,
  if: words.optional(),
  'continue-on-error': z.json().optional(),
  'timeout-minutes': z.json().optional(),
})
const list = z.union([z.string().transform((one) => [one]), z.array(z.string())])
const job = z.object({
  needs: list.default([]),
  if: words.optional(),
  uses: z.string().optional(),
  with: values,
  env: values,
  outputs: z.record(z.string(), words).default({}),
  strategy: z.object({ matrix: z.json().optional() }).default({}),
  steps: z.array(step).default([]),
})
const workflow = z.object({
  name: words.default('Imported'),
  on: z.json().transform((given) => given as Json),
  env: values,
  jobs: z.record(z.string(), job),
})

export type ActionsStep = z.infer<typeof step>
export type ActionsJob = z.infer<typeof job>
export type ActionsWorkflow = z.infer<typeof workflow>

/** Whether a value looks like such a workflow. */
export function isActions(value: unknown): value is JsonObject {
  const is = isJsonObject(value as Json)
  return is && 'on' in (value as JsonObject) && isJsonObject((value as JsonObject).jobs)
}

export function readActions(value: Json): ActionsWorkflow | null {
  const read = workflow.safeParse(value)
  return read.success ? read.data : null
}

/** What something is made of; of a job, for one, not where it runs and with which rights. */
export const workflowKeys: ReadonlySet<string> = new Set(Object.keys(workflow.shape))
export const jobKeys: ReadonlySet<string> = new Set([...Object.keys(job.shape), 'name'])
export const stepKeys: ReadonlySet<string> = new Set(Object.keys(step.shape))
