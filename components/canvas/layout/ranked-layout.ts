import type { LayoutPositions, LayoutRequest } from './layout-request.ts'

const gap = { betweenNodes: 24, betweenRanks: 56 } as const

/**
 * A plain layout for any size: each node one row below the last one that leads
 * to it, in the order of the text. No recursion, so that a chain of thousands
 * of steps is arranged as well.
 */
export function rankedLayout({ nodes, edges }: LayoutRequest): LayoutPositions {
  const missing = new Map(nodes.map(({ id }) => [id, 0]))
  const leads = new Map<string, string[]>(nodes.map(({ id }) => [id, []]))
  for (const { source, target, back } of edges) {
    const to = missing.get(target)
    if (back || source === target || to === undefined || !leads.has(source)) continue
    missing.set(target, to + 1)
    leads.get(source)?.push(target)
  }
  const ranks = new Map(nodes.map(({ id }) => [id, 0]))
  const ready = nodes.flatMap(({ id }) => (missing.get(id) === 0 ? [id] : []))
  for (const id of ready) {
    for (const target of leads.get(id) ?? []) {
      ranks.set(target, Math.max(ranks.get(target) ?? 0, (ranks.get(id) ?? 0) + 1))
      const left = (missing.get(target) ?? 0) - 1
      missing.set(target, left)
      if (left === 0) ready.push(target)
    }
  }
  const widths = new Map<number, number>()
  const positions: Record<string, { x: number; y: number }> = {}
  for (const { id, width, height } of nodes) {
    const rank = ranks.get(id) ?? 0
    const x = widths.get(rank) ?? 0
    positions[id] = { x, y: rank * (height + gap.betweenRanks) }
    widths.set(rank, x + width + gap.betweenNodes)
  }
  return positions
}
