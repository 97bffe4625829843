import { z } from 'zod'
import type { Json, JsonObject } from '#core/json.ts'

/** A workflow as n8n exports it: what is read of it. Everything else is of no concern here. */
const target = z.object({ node: z.string(), type: z.string().default('main') })
const node = z.object({
  name: z.string(),
  type: z.string(),
  parameters: z
    .record(z.string(), z.json())
    .default({})
    .transform((given) => given as JsonObject),
  credentials: z.record(z.string(), z.unknown()).optional(),
  disabled: z.boolean().default(false),
  notes: z.string().optional(),
  position: z.tuple([z.number(), z.number()]).optional().catch(undefined),
  onError: z.string().optional(),
  continueOnFail: z.boolean().default(false),
  retryOnFail: z.boolean().default(false),
  maxTries: z.number().optional(),
  waitBetweenTries: z.number().optional(),
})
const workflow = z.object({
  name: z.string().default('Imported'),
  nodes: z.array(node),
  connections: z.record(z.string(), z.record(z.string(), z.array(z.array(target).nullable()))).default({}),
})

export type N8nNode = z.infer<typeof node>
export type N8nWorkflow = z.infer<typeof workflow>

/** Whether a JSON value looks like a workflow of n8n, and not like one of ours written as JSON. */
export function isN8n(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'nodes' in value && 'connections' in value
}

export function readN8n(value: Json): N8nWorkflow | null {
  const read = workflow.safeParse(value)
  return read.success ? read.data : null
}

/** `n8n-nodes-base.httpRequest` is `httpRequest`. */
export function kindOf({ type }: Pick<N8nNode, 'type'>): string {
  return type.slice(type.lastIndexOf('.') + 1)
}
