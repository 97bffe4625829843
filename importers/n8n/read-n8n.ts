import { z } from 'zod'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { SourceRecord } from '../source-record.ts'

/** The parts of an exported workflow of n8n that are read. The record of the source reports all other parts. */
const target = z.object({ node: z.string(), type: z.string().default('main'), index: z.number().default(0) })
const node = z.object({
  name: z.string(),
  type: z.string(),
  typeVersion: z.number().catch(1).default(1),
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

export type N8nNode = z.infer<typeof node> & { readonly index: number }
export type N8nConnections = z.infer<typeof workflow>['connections']

export interface N8nWorkflow {
  readonly name: string
  readonly nodes: readonly N8nNode[]
  readonly connections: N8nConnections
  /** The keys of the file that the report accounts for. */
  readonly source: SourceRecord
}

/** Whether a JSON value looks like a workflow of n8n, wrapped or not, and not like a workflow of Heddle as JSON. */
export function isN8n(value: Json): boolean {
  return wrappersOf(value) !== null
}

/**
 * The keys under which a file keeps its workflow: the API of n8n answers with
 * `data`, its library of templates with `workflow`, once or twice. Empty for a
 * plain export; null where there is no workflow of n8n.
 */
export function wrappersOf(value: Json): readonly string[] | null {
  if (!isJsonObject(value)) return null
  if ('nodes' in value && 'connections' in value) return []
  for (const key of ['workflow', 'data']) {
    const inner = wrappersOf(value[key] ?? null)
    if (inner !== null) return [key, ...inner]
  }
  return null
}

/** The workflow, or the reason why the file cannot be read as a workflow. */
export function readN8n(source: SourceRecord): N8nWorkflow | string {
  const read = workflow.safeParse(source.value)
  if (!read.success) return whereWrong(read.error)
  const { nodes, ...rest } = read.data
  const names = nodes.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return `Two nodes are called ${twice}; names are unique in a workflow of n8n.`
  return { ...rest, nodes: nodes.map((one, index) => ({ ...one, index })), source }
}

function whereWrong({ issues }: z.ZodError): string {
  const [issue] = issues as [z.core.$ZodIssue]
  const at = issue.path.map(String).join('.')
  return `Its ${at === '' ? 'contents' : `\`${at}\``} cannot be read: ${issue.message}.`
}

/** Administrative keys of a node. Converters read the version of a node where it matters. */
export const books = ['id', 'typeVersion', 'webhookId', 'notesInFlow', 'color'] as const

/** The record of a node of the file. */
export const recordOf = ({ source }: Pick<N8nWorkflow, 'source'>, { index }: N8nNode): SourceRecord =>
  source.at('nodes', index)

/** `n8n-nodes-base.httpRequest` is `httpRequest`. */
export function kindOf({ type }: Pick<N8nNode, 'type'>): string {
  return type.slice(type.lastIndexOf('.') + 1)
}

/** `httpRequest` as words: `Http request`. */
export function kindWords(node: Pick<N8nNode, 'type'>): string {
  const words = kindOf(node)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
