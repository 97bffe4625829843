import type { FoundEdge } from './edge.ts'

export type Adjacency = ReadonlyMap<string, readonly FoundEdge[]>

interface Visit {
  readonly name: string
  readonly edges: readonly FoundEdge[]
  next: number
}

/**
 * Depth-first search in the given order, over every edge, without recursion: the steps that the starts reach, and the
 * edges that lead back to a step still on the search path.
 */
export function depthFirst(starts: readonly string[], outgoing: Adjacency, seen: Set<string>): ReadonlySet<string> {
  const back = new Set<string>()
  const open = new Set<string>()
  const visits: Visit[] = []
  const enter = (name: string) => {
    seen.add(name)
    open.add(name)
    visits.push({ name, edges: outgoing.get(name) ?? [], next: 0 })
  }
  for (const start of starts) {
    if (!seen.has(start)) enter(start)
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
      const edge = visit.edges[visit.next]
      visit.next += 1
      if (edge === undefined) {
        open.delete(visit.name)
        visits.pop()
      } else if (open.has(edge.to)) back.add(edge.id)
      else if (!seen.has(edge.to)) enter(edge.to)
    }
  }
  return back
}

/** The steps in the order in which a depth-first search leaves them. */
function leavingOrder(names: readonly string[], outgoing: Adjacency): readonly string[] {
  const seen = new Set<string>()
  const left: string[] = []
  const visits: Visit[] = []
  for (const start of names) {
    const enter = (name: string) => {
      if (seen.has(name)) return
      seen.add(name)
      visits.push({ name, edges: outgoing.get(name) ?? [], next: 0 })
    }
    enter(start)
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
      const edge = visit.edges[visit.next]
      visit.next += 1
      if (edge !== undefined) enter(edge.to)
      else left.push((visits.pop() as Visit).name)
    }
  }
  return left
}

/** The cycles of a graph: its strongly connected components with an inner edge, by Kosaraju's algorithm. */
export function circles(names: readonly string[], edges: readonly FoundEdge[]): readonly (readonly string[])[] {
  const outgoing = groupBy(edges, ({ from }) => from)
  const incoming = groupBy(edges, ({ to }) => to)
  const placed = new Set<string>()
  const found: string[][] = []
  for (const start of leavingOrder(names, outgoing).toReversed()) {
    if (placed.has(start)) continue
    placed.add(start)
    const part = [start]
    // The loop also visits the elements that it appends.
    for (const name of part) {
      for (const { from } of incoming.get(name) ?? []) {
        if (placed.has(from)) continue
        placed.add(from)
        part.push(from)
      }
    }
    const isLoop = outgoing.get(start)?.some(({ to }) => to === start) === true
    if (part.length > 1 || isLoop) found.push(part)
  }
  return found
}

export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
