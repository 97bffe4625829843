import { kindOf, type N8nNode, type N8nWorkflow } from '../read-n8n.ts'

/** An output of a node, and what it leads to. */
export interface Link {
  readonly from: string
  readonly output: number
  readonly to: string
  /** Which input of the node it leads to. */
  readonly input: number
}

/**
 * Which node leads where, and which nodes are parts of another one: the model, the tools and the memory of an agent.
 */
export interface Links {
  readonly all: readonly Link[]
  /** Nodes that an output leads to. */
  to(node: string, output: number): readonly string[]
  /** Outputs that lead somewhere, in order. */
  outputs(node: string): readonly number[]
  before(node: string): readonly Link[]
  /** The parts of a node, by the kind of their connection, such as `ai_tool`. */
  parts(node: string): readonly { readonly kind: string; readonly node: string }[]
  /** Is it a part of another node? */
  isPart(node: string): boolean
  /** Connections whose node is not in the file. */
  readonly missing: readonly { readonly from: string; readonly to: string }[]
}

export function linksOf(workflow: N8nWorkflow): Links {
  const byName = new Map(workflow.nodes.map((node) => [node.name, node]))
  const record = workflow.source.at('connections')
  const all: Link[] = []
  const parts: { kind: string; node: string; of: string }[] = []
  const missing: { from: string; to: string }[] = []
  for (const [from, kinds] of Object.entries(workflow.connections)) {
    const source = byName.get(from)
    for (const [kind, outputs] of Object.entries(kinds)) {
      for (const [output, targets] of outputs.entries()) {
        for (const [place, { node: to, index, type }] of (targets ?? []).entries()) {
          const one = record.at(from, kind, output, place)
          one.settle('node')
          if (type === kind) one.ignore('type')
          const target = byName.get(to)
          if (source === undefined || target === undefined) missing.push({ from, to })
          else if (kind === 'main') all.push({ from, output, to, input: index })
          else parts.push({ kind, node: from, of: to })
          // Only a Merge tells its inputs apart.
          if (isMerge(target)) one.settle('index')
          else if (index === 0) one.ignore('index')
        }
        if (targets === null) record.at(from, kind).settle(output)
      }
    }
  }
  const bySource = Map.groupBy(all, ({ from }) => from)
  const byTarget = Map.groupBy(all, ({ to }) => to)
  const partsOf = Map.groupBy(parts, ({ of }) => of)
  const areParts = new Set(parts.map(({ node }) => node))
  return {
    all,
    to: (node, output) => (bySource.get(node) ?? []).filter((link) => link.output === output).map(({ to }) => to),
    outputs: (node) => [...new Set((bySource.get(node) ?? []).map(({ output }) => output))].toSorted((a, b) => a - b),
    before: (node) => byTarget.get(node) ?? [],
    parts: (node) => partsOf.get(node) ?? [],
    isPart: (node) => areParts.has(node) && !bySource.has(node) && !byTarget.has(node),
    missing,
  }
}

const isMerge = (node: N8nNode | undefined): boolean => node !== undefined && kindOf(node) === 'merge'
