/**
 * Cycles of a directed graph, without recursion: a definition may be 2,000
 * steps deep.
 */
interface Edge {
  readonly id: string
  readonly from: string
  readonly to: string
}

/**
 * The edges that lead back to a step of the path by which a depth-first walk
 * reached them. The walk starts from the roots in text order, then from what
 * they do not reach, and follows edges in the text order of their targets, so
 * that the same definition always has the same back edges.
 */
export function findBackEdges(
  roots: readonly string[],
  edges: readonly Edge[],
  order: ReadonlyMap<string, number>,
): ReadonlySet<string> {
  const position = (edge: Edge) => order.get(edge.to) ?? 0
  const outgoing = Map.groupBy(
    edges.toSorted((left, right) => position(left) - position(right)),
    (edge) => edge.from,
  )
  const back = new Set<string>()
  const done = new Set<string>()
  const onPath = new Set<string>()
  for (const start of [...roots, ...order.keys()]) {
    if (done.has(start)) continue
    const path = [{ step: start, next: 0 }]
    onPath.add(start)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const edge = outgoing.get(top.step)?.[top.next++]
      if (!edge) {
        path.pop()
        onPath.delete(top.step)
        done.add(top.step)
      } else if (onPath.has(edge.to)) {
        back.add(edge.id)
      } else if (!done.has(edge.to)) {
        onPath.add(edge.to)
        path.push({ step: edge.to, next: 0 })
      }
    }
  }
  return back
}

/** The cycles (strongly connected steps, in text order) none of whose steps can leave. */
export function trappedCycles(
  steps: readonly string[],
  edges: readonly Edge[],
  canLeave: (step: string, cycle: ReadonlySet<string>) => boolean,
): readonly (readonly [string, ...string[]])[] {
  const outgoing = Map.groupBy(edges, (edge) => edge.from)
  const incoming = Map.groupBy(edges, (edge) => edge.to)
  const assigned = new Set<string>()
  const cycles: (readonly [string, ...string[]])[] = []
  // Kosaraju: what was finished last, walked against the arrows.
  for (const start of finishingOrder(steps, outgoing).reverse()) {
    if (assigned.has(start)) continue
    const members = new Set<string>()
    const waiting = [start]
    for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
      if (assigned.has(step)) continue
      assigned.add(step)
      members.add(step)
      for (const edge of incoming.get(step) ?? []) waiting.push(edge.from)
    }
    const loops = members.size > 1 || (outgoing.get(start) ?? []).some((edge) => edge.to === start)
    const [first, ...rest] = steps.filter((step) => members.has(step))
    if (first !== undefined && loops && ![...members].some((step) => canLeave(step, members)))
      cycles.push([first, ...rest])
  }
  return cycles
}

function finishingOrder(steps: readonly string[], outgoing: ReadonlyMap<string, readonly Edge[]>): string[] {
  const seen = new Set<string>()
  const finished: string[] = []
  for (const start of steps) {
    if (seen.has(start)) continue
    seen.add(start)
    const path = [{ step: start, next: 0 }]
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const edge = outgoing.get(top.step)?.[top.next++]
      if (!edge) {
        path.pop()
        finished.push(top.step)
      } else if (!seen.has(edge.to)) {
        seen.add(edge.to)
        path.push({ step: edge.to, next: 0 })
      }
    }
  }
  return finished
}
