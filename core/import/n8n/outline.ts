import type { JsonObject } from '#core/json.ts'
import { stepNames } from '../step-names.ts'
import { kindOf, type N8nNode, type N8nWorkflow } from './read-n8n.ts'
import { type Names, pathFrom } from './translate.ts'

/** What starts a workflow: it is no step here, a run is started with an input. */
const triggerKinds = /(^|[a-z])(trigger|cron|interval|webhook|start)$/i
/** What does nothing by itself: its neighbours are joined. */
const nothingKinds: ReadonlySet<string> = new Set(['noOp', 'merge', 'respondToWebhook'])
/** What gives on what it got. */
const handsOn: ReadonlySet<string> = new Set(['if', 'switch', 'filter', 'wait'])

export const isTrigger = (node: N8nNode) => triggerKinds.test(kindOf(node)) && kindOf(node) !== 'respondToWebhook'
export const isNothing = (node: N8nNode) =>
  nothingKinds.has(kindOf(node)) || (kindOf(node) === 'set' && !setsSomething(node))
export const isNote = (node: N8nNode) => kindOf(node) === 'stickyNote'

/** A workflow of n8n by what leads where, and under which names its nodes become steps. */
export interface Outline {
  /** Nodes that become steps, in the order in which they are reached. */
  readonly steps: readonly N8nNode[]
  /** Nodes that nothing leads to. */
  readonly unreached: readonly N8nNode[]
  readonly beginnings: ReadonlySet<string>
  stepName(node: string): string
  /** Steps that an output leads to, through what does nothing. */
  targets(node: string, output: number): readonly string[]
  outputs(node: string): number
  /** What expressions in a node may mean. */
  names(node: string): Names
}

export function outlineOf({ nodes, connections }: N8nWorkflow): Outline {
  const byName = new Map(nodes.map((node) => [node.name, node]))
  const links = new Map<string, readonly (readonly string[])[]>()
  for (const [name, outputs] of Object.entries(connections)) {
    const main = outputs.main ?? []
    links.set(
      name,
      main.map((output) => (output ?? []).flatMap(({ node }) => (byName.has(node) ? [node] : []))),
    )
  }
  const outputsOf = (name: string) => links.get(name) ?? []
  const before = new Map<string, string[]>()
  for (const [name, outputs] of links) {
    for (const to of outputs.flat()) before.set(to, [...(before.get(to) ?? []), name])
  }

  const through = (names: readonly string[], seen: ReadonlySet<string> = new Set()): readonly string[] => [
    ...new Set(
      names.flatMap((name) => {
        if (!isNothing(byName.get(name) as N8nNode)) return [name]
        return seen.has(name) ? [] : through(outputsOf(name).flat(), new Set([...seen, name]))
      }),
    ),
  ]
  const triggers = nodes.filter(isTrigger)
  const own = nodes.filter((node) => !isTrigger(node) && !isNote(node))
  const firsts = triggers.length > 0 ? triggers : own.filter(({ name }) => !before.has(name))
  const begin = firsts.flatMap((node) => (isTrigger(node) ? outputsOf(node.name).flat() : [node.name]))
  const beginnings = new Set(through(begin))
  const reached = new Set(beginnings)
  // The set grows while it is walked.
  for (const name of reached) for (const to of through(outputsOf(name).flat())) reached.add(to)
  const steps = [...reached].map((name) => byName.get(name) as N8nNode)
  const names = stepNames(steps.map(({ name }) => [name, name]))
  const stepName = (name: string) => names.get(name) as string

  const dataOf = (name: string, path: readonly string[], seen: ReadonlySet<string>): string | null => {
    const node = byName.get(name)
    if (node === undefined || seen.has(name)) return null
    if (isTrigger(node)) return inputOf(node, path)
    if (handsOn.has(kindOf(node)) || isNothing(node)) return dataBefore(name, path, new Set([...seen, name]))
    if (!reached.has(name)) return null
    const output = pathFrom('steps', [stepName(name), 'output'])
    if (kindOf(node) !== 'set') return pathFrom(output, path)
    const [field] = path
    if (field === undefined) return pathFrom(output, path)
    if (fieldsOfSet(node).some((one) => one === field)) return pathFrom(output, path)
    return keepsOthers(node) ? dataBefore(name, path, new Set([...seen, name])) : null
  }
  const dataBefore = (name: string, path: readonly string[], seen: ReadonlySet<string>): string | null => {
    const found = new Set((before.get(name) ?? []).map((one) => dataOf(one, path, seen)))
    const [only = null] = found
    return found.size === 1 ? only : null
  }

  return {
    steps,
    unreached: own.filter((node) => !isNothing(node) && !reached.has(node.name)),
    beginnings,
    stepName,
    targets: (name, output) => through(outputsOf(name)[output] ?? []).map(stepName),
    outputs: (name) => outputsOf(name).length,
    names: (name) => ({
      json: (path) => dataBefore(name, path, new Set()),
      node: (other, path) => dataOf(other, path, new Set()),
    }),
  }
}

/** A webhook hands on the whole request, of which the body is what a run is started with. */
function inputOf(node: N8nNode, path: readonly string[]): string | null {
  if (kindOf(node) !== 'webhook') return pathFrom('input', path)
  return path[0] === 'body' || path[0] === 'query' ? pathFrom('input', path.slice(1)) : null
}

const setsSomething = (node: N8nNode) => node.parameters.jsonOutput !== undefined || assignmentsOf(node).length > 0

/** What a Set node sets, in the words of three versions; nothing where it is JSON that is made up by expressions. */
export function assignmentsOf({ parameters }: N8nNode): readonly JsonObject[] {
  if (typeof parameters.jsonOutput === 'string') return fieldsOfJson(parameters.jsonOutput)
  const list = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value : [])
  const fields = (value: unknown) => (typeof value === 'object' && value !== null ? (value as JsonObject) : {})
  if (parameters.assignments !== undefined) return list(fields(parameters.assignments).assignments)
  return Object.values(fields(parameters.values)).flatMap(list)
}

function fieldsOfJson(text: string): readonly JsonObject[] {
  try {
    return Object.entries(JSON.parse(text) as JsonObject).map(([name, value]) => ({ name, value }))
  } catch {
    return []
  }
}

const fieldsOfSet = (node: N8nNode) => assignmentsOf(node).map(({ name }) => String(name))

function keepsOthers({ parameters }: N8nNode): boolean {
  return parameters.assignments === undefined ? parameters.keepOnlySet !== true : parameters.includeOtherFields === true
}
