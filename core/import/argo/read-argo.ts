import { z } from 'zod'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'

/** A workflow of Argo: what is made use of, each key with its own name there. */
const words = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const parameters = z
  .object({
    parameters: z.array(z.object({ name: z.string(), value: words.optional(), default: words.optional() })).default([]),
  })
  .default({ parameters: [] })
const task = z.looseObject({
  name: z.string(),
  template: z.string().optional(),
  templateRef: z.object({ name: z.string(), template: z.string() }).optional(),
  arguments: parameters,
  dependencies: z.array(z.string()).optional(),
  depends: z.string().optional(),
  when: words.optional(),
  withItems: z.array(z.json()).optional(),
  withParam: z.string().optional(),
  continueOn: z.object({ failed: z.boolean().optional() }).default({}),
})
const template = z.object({
  name: z.string(),
  inputs: parameters,
  dag: z.object({ tasks: z.array(task) }).optional(),
  steps: z.array(z.array(task)).optional(),
  http: z.object({ url: z.string() }).and(z.record(z.string(), z.json())).optional(),
  suspend: z.object({ duration: words.optional() }).nullable().optional(),
  container: z.record(z.string(), z.json()).optional(),
  script: z.record(z.string(), z.json()).optional(),
  retryStrategy: z
    .object({ limit: z.coerce.number().int().min(0).max(99).optional() })
    .optional()
    .catch(undefined),
  activeDeadlineSeconds: z.coerce.number().positive().optional().catch(undefined),
})
const workflow = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string().optional(), generateName: z.string().optional() }).default({}),
  spec: z.object({ entrypoint: z.string(), arguments: parameters, templates: z.array(template) }),
})

export type ArgoTask = z.infer<typeof task>
export type ArgoTemplate = z.infer<typeof template>
export type ArgoWorkflow = z.infer<typeof workflow>

/** Whether a value looks like such a workflow. */
export function isArgo(value: unknown): boolean {
  const { apiVersion, kind } = isJsonObject(value as Json) ? (value as JsonObject) : {}
  return String(apiVersion).startsWith('argoproj.io/') && /Workflow(?:Template)?$/.test(String(kind))
}

/** A kind that runs others by the clock has its workflow one deeper. */
export function readArgo(value: Json): ArgoWorkflow | null {
  const { spec } = value as JsonObject
  const inner =
    isJsonObject(spec) && isJsonObject(spec.workflowSpec)
      ? { ...(value as JsonObject), spec: spec.workflowSpec }
      : value
  const read = workflow.safeParse(inner)
  return read.success ? read.data : null
}

/** What something is made of. */
export const specKeys: ReadonlySet<string> = new Set(Object.keys(workflow.shape.spec.shape))
export const taskKeys: ReadonlySet<string> = new Set(Object.keys(task.shape))
