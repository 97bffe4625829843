import { rulesOf, type Step } from '../definition.ts'
import { edgeId, type FoundEdge, type Insertion } from './edge.ts'
import { routeEdges } from './find-edges.ts'

interface Inserted {
  readonly steps: readonly Step[]
  readonly edges: readonly FoundEdge[]
}

/**
 * A list with all steps that its rules may insert, each behind the step of its rule, and the ways through them. The run
 * decides which of these ways are open: a step may insert by several rules or by none.
 */
export function withInsertions(list: readonly Step[], edges: readonly FoundEdge[]): Inserted {
  const steps: Step[] = []
  const more: FoundEdge[] = []
  const names = new Set(list.map(({ name }) => name))
  const closed = new Map<string, FoundEdge>()
  for (const step of list) {
    steps.push(step)
    const rules = rulesOf(step)
    if (rules.length === 0) continue
    const leading = edges.filter(({ from, kind }) => from === step.name && kind !== 'failure')
    const exits = rules.map(({ steps_to_insert }) => exitsOf(steps_to_insert))
    for (const edge of leading) closed.set(edge.id, { ...edge, insertion: { after: step.name } })
    for (const [rule, { steps_to_insert: inserted }] of rules.entries()) {
      steps.push(...inserted)
      const known = new Set([...names, ...inserted.map(({ name }) => name)])
      more.push(...inside(inserted).filter(({ to }) => known.has(to)))
      const [first] = inserted
      if (first === undefined) continue
      more.push(way(step.name, first.name, { after: step.name, to: rule }))
      for (const from of exits[rule] as readonly string[]) {
        for (const edge of leading) more.push(moved(edge, from, { after: step.name, from: rule }))
      }
      // The steps of a later rule come first.
      for (const [later, ends] of exits.entries()) {
        if (later <= rule) continue
        for (const from of ends) more.push(way(from, first.name, { after: step.name, from: later, to: rule }))
      }
    }
  }
  return { steps, edges: [...edges.map((edge) => closed.get(edge.id) ?? edge), ...more] }
}

function way(from: string, to: string, insertion: Insertion): FoundEdge {
  return { id: edgeId('insertion', from, to), from, to, kind: 'insertion', insertion }
}

/** An outgoing edge of the step, moved to the end of the inserted steps. */
function moved(edge: FoundEdge, from: string, insertion: Insertion): FoundEdge {
  const { to, kind, routes } = edge
  return { id: edgeId('insertion', from, to), from, to, kind, ...(routes !== undefined && { routes }), insertion }
}

/** Inserted steps follow each other unless they name their own targets. */
function inside(steps: readonly Step[]): readonly FoundEdge[] {
  return steps.flatMap((step, index) => {
    const edges: FoundEdge[] = []
    const add = (kind: FoundEdge['kind'], to: string) => {
      edges.push({ id: edgeId(kind, step.name, to), from: step.name, to, kind })
    }
    if (step.type === 'DECISION') edges.push(...routeEdges(step.name, step.routes))
    for (const to of nextOf(step) ?? []) add('next', to)
    if (step.on_failure !== undefined) add('failure', step.on_failure.target_step)
    const below = steps[index + 1]
    if (below !== undefined && follows(steps, step, below)) add('order', below.name)
    return edges
  })
}

/** The steps behind which the flow continues where the inserting step's edges would have led. */
function exitsOf(steps: readonly Step[]): readonly string[] {
  return steps.flatMap((step, index) => {
    if (step.type === 'DECISION' || step.next !== undefined) return []
    const below = steps[index + 1]
    return below !== undefined && follows(steps, step, below) ? [] : [step.name]
  })
}

function follows(steps: readonly Step[], above: Step, below: Step): boolean {
  if (above.type === 'DECISION' || above.next !== undefined) return false
  return !steps.some((step) => nextOf(step)?.includes(below.name) || step.on_failure?.target_step === below.name)
}

function nextOf(step: Step): readonly string[] | undefined {
  return step.type === 'DECISION' ? undefined : step.next
}
