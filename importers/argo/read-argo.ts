import { z } from 'zod'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'

/** A workflow of Argo: what is made use of, each key with its own name there. */
const words = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const maybe = words.nullish().transform((given) => given ?? undefined)
const parameters = z
  .object({
    parameters: z
      .array(z.object({ name: z.string(), value: maybe, default: maybe, description: maybe }))
      .nullish()
      .transform((given) => given ?? []),
  })
  .nullish()
  .transform((given) => given ?? { parameters: [] })
const base = {
  inputs: parameters,
  http: z.object({ url: z.string() }).and(z.record(z.string(), z.json())).optional(),
  suspend: z.object({ duration: maybe }).nullable().optional(),
  retryStrategy: z.record(z.string(), z.json()).nullish(),
  activeDeadlineSeconds: words.nullish(),
}
/** What does the work, in a container or elsewhere; kept as it is, so that a function can be written of it. */
export const workers = ['container', 'script', 'containerSet', 'resource', 'data', 'plugin'] as const
const worker = z.json().optional()
const inline = z.object({
  ...base,
  container: worker,
  script: worker,
  containerSet: worker,
  resource: worker,
  data: worker,
  plugin: worker,
})
const task = z.object({
  name: z.string(),
  template: z.string().optional(),
  templateRef: z.object({ name: z.string(), template: z.string() }).optional(),
  inline: inline.optional(),
  arguments: parameters,
  dependencies: z.array(z.string()).nullish(),
  depends: maybe,
  when: maybe,
  withItems: z.array(z.json()).optional(),
  withParam: z.string().optional(),
  withSequence: z.json().optional(),
  continueOn: z
    .object({ failed: z.boolean().optional() })
    .nullish()
    .transform((given) => given ?? {}),
})
const template = z.object({
  ...inline.shape,
  name: z.string(),
  dag: z.object({ tasks: z.array(task) }).optional(),
  steps: z.array(z.array(task)).optional(),
})
const workflow = z.object({
  kind: z.string(),
  metadata: z
    .object({ name: z.string().optional(), generateName: z.string().optional() })
    .nullish()
    .transform((given) => given ?? {}),
  spec: z.object({
    entrypoint: maybe,
    arguments: parameters,
    workflowTemplateRef: z.object({ name: z.string() }).optional(),
    templates: z
      .array(template)
      .nullish()
      .transform((given) => given ?? []),
  }),
})

export type ArgoTask = z.infer<typeof task>
export type ArgoTemplate = z.infer<typeof template>
export type ArgoInline = z.infer<typeof inline>
export type ArgoWorkflow = z.infer<typeof workflow>
export type ArgoParameter = ArgoTemplate['inputs']['parameters'][number]

/** Whether a value looks like such a workflow. */
export function isArgo(value: unknown): boolean {
  const { apiVersion, kind } = isJsonObject(value as Json) ? (value as JsonObject) : {}
  return String(apiVersion).startsWith('argoproj.io/') && /Workflow(?:Template)?$/.test(String(kind))
}

export type ReadArgo =
  | { readonly ok: true; readonly workflow: ArgoWorkflow }
  | { readonly ok: false; readonly message: string }

/** A kind that runs others by the clock has its workflow one deeper. */
export function readArgo(value: Json): ReadArgo {
  const { spec } = value as JsonObject
  const inner =
    isJsonObject(spec) && isJsonObject(spec.workflowSpec)
      ? { ...(value as JsonObject), spec: spec.workflowSpec }
      : value
  const read = workflow.safeParse(inner)
  if (!read.success) {
    const [issue] = read.error.issues as [z.core.$ZodIssue]
    const at = issue.path.join('.')
    return refused(`it cannot be read. The value at ${at} is not valid in Argo.`)
  }
  const { entrypoint, templates, workflowTemplateRef } = read.data.spec
  const isLibrary = /Template$/.test(read.data.kind)
  if (workflowTemplateRef !== undefined) return { ok: true, workflow: read.data }
  if (templates.length === 0) return refused('it has no templates.')
  if (entrypoint === undefined) {
    return isLibrary ? { ok: true, workflow: read.data } : refused('it has no entrypoint.')
  }
  if (templates.some(({ name }) => name === entrypoint)) return { ok: true, workflow: read.data }
  return refused(`its entrypoint ${entrypoint} is not one of its templates.`)
}

const refused = (why: string): ReadArgo => ({ ok: false, message: `This looks like an Argo workflow, but ${why}` })
