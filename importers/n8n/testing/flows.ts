import type { Definition, Step } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import type { Json, JsonObject } from '#core/json.ts'
import type { ImportNote } from '../../import-note.ts'
import { convertN8n } from '../convert-n8n.ts'

/** A node of n8n's own kinds. */
export const node = (name: string, kind: string, parameters: JsonObject = {}, more: JsonObject = {}): Json => ({
  id: name,
  name,
  type: `n8n-nodes-base.${kind}`,
  typeVersion: 1,
  parameters,
  ...more,
})

/** Connections of nodes: `A>B`, `A:1>B` for the second output. */
export const connect = (...edges: readonly string[]): Json => {
  const connections: Record<string, { main: { node: string; type: string; index: number }[][] }> = {}
  for (const edge of edges) {
    const [from = '', to = ''] = edge.split('>')
    const [name = '', output = '0'] = from.split(':')
    connections[name] ??= { main: [] }
    const { main } = connections[name]
    while (main.length <= Number(output)) main.push([])
    main[Number(output)]?.push({ node: to, type: 'main', index: 0 })
  }
  return connections
}

export const start = node('Start', 'manualTrigger')

/** Any step. */
export const act = (name: string) => node(name, 'set', { values: { number: [{ name: 'n', value: 1 }] } })

interface Result {
  readonly definition: Definition
  readonly notes: readonly ImportNote[]
  readonly problems: readonly string[]
  step(name: string): Step & { readonly [key: string]: unknown }
}

/** What a workflow of n8n becomes, and what is told of it. */
export function convert(nodes: readonly Json[], connections: Json, name: Json = 'My flow (2)'): Result {
  const converted = convertN8n({ name, nodes, connections })
  if (!converted.ok) throw new Error(converted.message)
  const { definition, problems } = parse(converted.text)
  return {
    definition: definition as Definition,
    notes: converted.notes,
    problems: problems.map(({ code, step }) => `${step} ${code}`),
    step: (wanted) => definition?.steps.find((one) => one.name === wanted) as ReturnType<Result['step']>,
  }
}

/** What became of which part, in words. */
export const reported = (notes: readonly ImportNote[]) => notes.map(({ fate, part }) => `${fate} ${part}`)
