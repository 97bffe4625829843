import { innerLists } from '#core/definition/inner-lists.ts'
import type { Graph, GraphNode } from '#core/graph/graph.ts'
import { innerGraph } from '#core/graph/inner-graph.ts'
import { type BranchRow, branchRows } from './branch-rows.ts'

/** One line of the outline: a step, and its depth in branches and bodies. */
export interface OutlineRow extends BranchRow {
  /** The list that begins here: the body of a loop, a branch, or the state field by which a rule inserts the list. */
  readonly opens: 'body' | 'branch' | { readonly rule: string } | null
  /** Tells the list of steps that it is in from all others: edges join steps of one list only. */
  readonly list: string
  /** The place among the rows of its branch, from 1. */
  readonly position: number
  readonly size: number
}

/** The graph as a list that reads from top to bottom. The steps within a step follow it, one level deeper, before its branches. */
export function outlineRows(graph: Graph): readonly OutlineRow[] {
  const rows: Omit<OutlineRow, 'position' | 'size'>[] = []
  const add = ({ nodes, edges, workflow }: Graph, list: string, around: RowContext | null) => {
    for (const [index, row] of branchRows({ nodes, edges }).entries()) {
      const { step } = row.node
      const lists = innerLists(step).filter(({ steps }) => steps.length > 0)
      const level = row.level + (around?.level ?? 0)
      rows.push({
        ...row,
        level,
        list,
        parent: row.parent ?? around?.parent ?? null,
        hasBranches: row.hasBranches || lists.length > 0,
        opens: index === 0 ? (around?.opens ?? null) : null,
      })
      for (const { steps, path, first } of lists) {
        const isBranch = first !== undefined
        const isBody = path[0] === 'loop_body'
        const opens = isBody ? 'body' : isBranch ? 'branch' : { rule: ruleOf(row.node, path[2] as number) }
        const place = isBranch ? [step.name, ...path, first] : [step.name, ...path]
        add(innerGraph(steps, workflow), JSON.stringify(place), { parent: step.name, level, opens })
      }
    }
  }
  add(graph, '', null)
  return withPositions(rows)
}

interface RowContext {
  readonly parent: string
  readonly level: number
  readonly opens: OutlineRow['opens']
}

const ruleOf = ({ step }: GraphNode, index: number): string =>
  step.type === 'FIRE_AND_FORGET' ? '' : (step.dynamic_injection?.rules[index]?.condition_key ?? '')

/** The step of the row that follows each in its own list. */
export function nextInList(rows: readonly OutlineRow[]): ReadonlyMap<string, string> {
  const next = new Map<string, string>()
  const below = new Map<string, string>()
  for (const { node, list } of rows.toReversed()) {
    const after = below.get(list)
    if (after !== undefined) next.set(node.id, after)
    below.set(list, node.id)
  }
  return next
}

/** The visible rows when the branches of some steps are folded. */
export function unfolded(rows: readonly OutlineRow[], folded: ReadonlySet<string>): readonly OutlineRow[] {
  let hiddenBelow = Number.POSITIVE_INFINITY
  return rows.filter((row) => {
    if (row.level > hiddenBelow) return false
    hiddenBelow = row.hasBranches && folded.has(row.node.id) ? row.level : Number.POSITIVE_INFINITY
    return true
  })
}

function withPositions(rows: readonly Omit<OutlineRow, 'position' | 'size'>[]): readonly OutlineRow[] {
  const counts = new Map<string | null, number>()
  const placed = rows.map((row) => {
    const position = (counts.get(row.parent) ?? 0) + 1
    counts.set(row.parent, position)
    return { ...row, position }
  })
  return placed.map((row) => ({ ...row, size: counts.get(row.parent) ?? 1 }))
}
