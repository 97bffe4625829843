import type { Graph, GraphEdge, GraphNode } from '#core/graph/graph.ts'

/** A step of a list, and its branch depth. */
export interface BranchRow {
  readonly node: GraphNode
  /** 1 for the main line. A step that only one of several edges out of a step reaches lies one level deeper. */
  readonly level: number
  /** The edge that opens the branch beginning here. */
  readonly branch: GraphEdge | null
  /** The step whose branch this row is in; null on the main line. */
  readonly parent: string | null
  /** Whether branches of this step follow. */
  readonly hasBranches: boolean
  /** The outgoing edges of the step. */
  readonly leads: readonly GraphEdge[]
}

/**
 * The steps of one list from top to bottom. A step is listed under its dominator, the last step that every path to it
 * passes. Branches follow the step they leave, and after the branches meet, the list continues at the level of that
 * step.
 */
export function branchRows({ nodes, edges }: Pick<Graph, 'nodes' | 'edges'>): readonly BranchRow[] {
  const ways = waysOf(nodes, edges)
  const order = reversePostorder(nodes, ways)
  const above = dominators(order, ways)
  const below = new Map<string | null, string[]>()
  for (const name of order) {
    const under = above.get(name) ?? null
    below.set(under, [...(below.get(under) ?? []), name])
  }
  const byName = new Map(nodes.map((node) => [node.id, node]))
  const leads = groupBySource(edges)
  const rows: BranchRow[] = []
  const todo: { name: string; level: number; parent: string | null }[] = []
  const push = (names: readonly string[], from: { name: string; level: number; parent: string | null } | null) => {
    const entries = names.map((name) => {
      const branch = from !== null && opensBranch(ways, from.name, name)
      if (branch) return { name, level: from.level + 1, parent: from.name }
      return { name, level: from?.level ?? 1, parent: from?.parent ?? null }
    })
    // Branches come first, in the order in which their step tries them; then the steps after all branches.
    const tried = new Map(
      (from === null ? [] : (ways.out.get(from.name) ?? [])).map((edge, index) => [edge.target, index]),
    )
    const sorted = entries.toSorted((a, b) => b.level - a.level || (tried.get(a.name) ?? 0) - (tried.get(b.name) ?? 0))
    todo.push(...(from === null ? entries : sorted).toReversed())
    return sorted.some(({ level }) => level > (from?.level ?? 0))
  }
  push(below.get(null) ?? [], null)
  for (let entry = todo.pop(); entry !== undefined; entry = todo.pop()) {
    const node = byName.get(entry.name)
    if (node === undefined) continue
    const hasBranches = push(below.get(entry.name) ?? [], entry)
    const [way] = ways.into.get(entry.name) ?? []
    const branch = entry.parent !== null && way?.source === entry.parent ? way : null
    rows.push({
      node,
      level: entry.level,
      branch: branch !== null && opensBranch(ways, branch.source, entry.name) ? branch : null,
      parent: entry.parent,
      hasBranches,
      leads: leads.get(entry.name) ?? [],
    })
  }
  return rows
}

/** The edges that do not lead back, by source and by target. */
interface Ways {
  readonly out: ReadonlyMap<string, readonly GraphEdge[]>
  readonly into: ReadonlyMap<string, readonly GraphEdge[]>
}

function waysOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Ways {
  const known = new Set(nodes.map((node) => node.id))
  const forth = edges.filter(
    ({ source, target, back }) => !back && source !== target && known.has(source) && known.has(target),
  )
  const out = groupBySource(forth.toSorted((a, b) => triedAt(a) - triedAt(b)))
  const into = new Map<string, GraphEdge[]>()
  for (const edge of forth) into.set(edge.target, [...(into.get(edge.target) ?? []), edge])
  return { out, into }
}

/** The sort key of an edge: routes in their order, a failure edge last. */
function triedAt({ kind, routes }: GraphEdge): number {
  return kind === 'failure' ? Number.MAX_SAFE_INTEGER : (routes?.[0] ?? 0)
}

function groupBySource(edges: readonly GraphEdge[]): Map<string, GraphEdge[]> {
  const groups = new Map<string, GraphEdge[]>()
  for (const edge of edges) {
    const group = groups.get(edge.source)
    if (group) group.push(edge)
    else groups.set(edge.source, [edge])
  }
  return groups
}

/** Whether the only edge to a step is one of several edges out of its source. */
function opensBranch(ways: Ways, from: string, to: string): boolean {
  const [way, ...others] = ways.into.get(to) ?? []
  if (way === undefined || others.length > 0 || way.source !== from) return false
  if (way.kind !== 'normal') return true
  return (ways.out.get(from) ?? []).filter((edge) => edge.kind === 'normal').length > 1
}

/** The steps in topological order: every step before its successors. */
function reversePostorder(nodes: readonly GraphNode[], { out, into }: Ways): readonly string[] {
  const seen = new Set<string>()
  const finished: string[] = []
  const visit = (root: string) => {
    const stack: { readonly name: string; readonly todo: GraphEdge[] }[] = []
    const enter = (name: string) => {
      seen.add(name)
      stack.push({ name, todo: [...(out.get(name) ?? [])] })
    }
    enter(root)
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const next = top.todo.pop()?.target
      if (next === undefined) {
        finished.push(top.name)
        stack.pop()
      } else if (!seen.has(next)) enter(next)
    }
  }
  const roots = nodes.filter(({ id }) => !into.has(id)).toReversed()
  for (const { id } of roots) visit(id)
  return finished.reverse()
}

/** The dominator of each step: the last step that every path to it passes; null for start steps. */
function dominators(order: readonly string[], { into }: Ways): ReadonlyMap<string, string | null> {
  const at = new Map(order.map((name, index) => [name, index]))
  const above = new Map<string, string | null>()
  const meet = (a: string | null, b: string | null): string | null => {
    let [one, other] = [a, b]
    while (one !== other) {
      if (one === null || other === null) return null
      if ((at.get(one) ?? 0) > (at.get(other) ?? 0)) one = above.get(one) ?? null
      else other = above.get(other) ?? null
    }
    return one
  }
  for (const name of order) {
    const sources = (into.get(name) ?? []).map(({ source }) => source)
    above.set(name, sources.length === 0 ? null : sources.reduce<string | null>(meet, sources[0] ?? null))
  }
  return above
}
