import { z } from 'zod'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'

/** A workflow as GitHub Actions and what is like it read them: what is made use of, each key with its own name there. */
const values = z
  .record(z.string(), z.json())
  .nullish()
  .transform((given) => (given ?? {}) as JsonObject)
const scalar = z.union([z.string(), z.number(), z.boolean()])
const words = scalar.transform(String)
const maybe = words.nullish().transform((given) => given ?? undefined)
const step = z.object({
  id: maybe,
  name: maybe,
  run: maybe,
  uses: maybe,
  shell: maybe,
  with: values,
  env: values,
  if: maybe,
  'continue-on-error': scalar.nullish(),
  'timeout-minutes': scalar.nullish(),
})
const list = z
  .union([words.transform((one) => [one]), z.array(words)])
  .nullish()
  .transform((given) => given ?? [])
const job = z.object({
  name: maybe,
  needs: list,
  if: maybe,
  uses: maybe,
  with: values,
  env: values,
  outputs: z
    .record(z.string(), words)
    .nullish()
    .transform((given) => given ?? {}),
  strategy: z
    .object({ matrix: z.json().optional(), 'fail-fast': scalar.nullish(), 'max-parallel': scalar.nullish() })
    .nullish()
    .transform((given) => given ?? {}),
  steps: z
    .array(step)
    .nullish()
    .transform((given) => given ?? []),
})
const workflow = z.object({
  name: maybe,
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

export type ReadActions =
  | { readonly ok: true; readonly workflow: ActionsWorkflow }
  | { readonly ok: false; readonly message: string }

export function readActions(value: Json): ReadActions {
  const read = workflow.safeParse(value)
  if (read.success) return { ok: true, workflow: read.data }
  const [issue] = read.error.issues as [z.core.$ZodIssue]
  const at = issue.path.join('.')
  const where = at === '' ? '' : ` The value at ${at} is not valid in GitHub Actions.`
  return { ok: false, message: `This looks like a GitHub Actions workflow, but it cannot be read.${where}` }
}
