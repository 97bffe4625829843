import { type ControlFlow, controlFlow, type FlowEdge } from '#core/definition/control-flow.ts'
import { type Definition, END, type Step } from '#core/definition/definition.ts'
import { edgeId } from '../graph.ts'

/** A new value of `next` or `dependencies` of one step; null removes the key. */
export interface FlowChange {
  readonly step: string
  readonly key: 'next' | 'dependencies'
  readonly names: readonly string[] | null
}

/** A normal edge: by order, `next` or dependency. */
export interface NormalEdge {
  readonly from: string
  readonly to: string
}

export type NormalEdges = ReadonlyMap<string, NormalEdge>

export function normalId({ from, to }: NormalEdge): string {
  return edgeId({ from, to, kind: 'normal' })
}

/** The normal edges of a control flow by id; computed once. */
export function normalEdges(flow: ControlFlow): NormalEdges {
  const known = normalOf.get(flow)
  if (known !== undefined) return known
  const found = new Map(flow.edges.filter(isNormal).map(({ from, to }) => [normalId({ from, to }), { from, to }]))
  normalOf.set(flow, found)
  return found
}
const normalOf = new WeakMap<ControlFlow, NormalEdges>()

/** Do two flows have the same normal edges? */
export function sameNormal(one: NormalEdges, other: NormalEdges): boolean {
  return one.size === other.size && [...one.keys()].every((id) => other.has(id))
}

/**
 * The changes after which the normal edges of a definition are exactly `wanted`, with the same roots. First, unwanted
 * edges are cut: names are removed from `next` and `dependencies`, and a step that falls through gets `next: END`,
 * which cuts this one edge. A removed name can let a step follow the one above it, hence the second round; `END` is no
 * step's name, so that there is no third. Then missing edges are drawn.
 */
export function settle(definition: Definition, wanted: NormalEdges): readonly FlowChange[] {
  return settled(definition, wanted).changes
}

/** `settle`, with the definition after the changes. */
export function settled(definition: Definition, wanted: NormalEdges): Settled {
  const first = cuts(definition, wanted)
  const once = withFlow(definition, first)
  const second = first.length === 0 ? [] : cuts(once, wanted)
  const cut = withFlow(once, second)
  const drawn = draws(cut, wanted)
  return { changes: merged([...first, ...second, ...drawn]), definition: withFlow(cut, drawn) }
}

export interface Settled {
  readonly changes: readonly FlowChange[]
  readonly definition: Definition
}

/** The definition with changes applied. */
export function withFlow(definition: Definition, changes: readonly FlowChange[]): Definition {
  if (changes.length === 0) return definition
  const byStep = Map.groupBy(changes, (change) => change.step)
  const steps = definition.steps.map((step) => (byStep.get(step.name) ?? []).reduce(withChange, step))
  return { ...definition, steps }
}

function withChange(step: Step, { key, names }: FlowChange): Step {
  if (names !== null) return { ...step, [key]: names }
  const { [key]: _gone, ...rest } = step
  return rest as Step
}

function cuts(definition: Definition, wanted: NormalEdges): FlowChange[] {
  const flow = controlFlow(definition)
  const unwanted = [...normalEdges(flow)].flatMap(([id, edge]) => (wanted.has(id) ? [] : [edge]))
  const targets = Map.groupBy(unwanted, (edge) => edge.from)
  const sources = Map.groupBy(unwanted, (edge) => edge.to)
  return definition.steps.flatMap(({ name, next, dependencies }): FlowChange[] => {
    const changes: FlowChange[] = []
    const goneTargets = (targets.get(name) ?? []).map((edge) => edge.to)
    const goneSources = (sources.get(name) ?? []).map((edge) => edge.from)
    const onward = (next ?? []).filter((target) => !goneTargets.includes(target))
    const falls = flow.outgoing(name).some((edge) => edge.kind === 'order' && goneTargets.includes(edge.to))
    if (falls || onward.length < (next ?? []).length) {
      changes.push({ step: name, key: 'next', names: onward.length === 0 ? [END] : onward })
    }
    const waits = (dependencies ?? []).filter((source) => !goneSources.includes(source))
    if (dependencies !== undefined && waits.length < dependencies.length) {
      changes.push({ step: name, key: 'dependencies', names: waits.length === 0 ? null : waits })
    }
    return changes
  })
}

/**
 * Draws missing edges: by `dependencies` of the target, which changes nothing else; by `next` of the source where the
 * target is a root, which dependencies would end, and where the source has `next: END`.
 */
function draws(definition: Definition, wanted: NormalEdges): FlowChange[] {
  const flow = controlFlow(definition)
  const actual = normalEdges(flow)
  const steps = new Map(definition.steps.map((step) => [step.name, step]))
  const roots = new Set(flow.roots)
  const nexts = new Map<string, string[]>()
  const waits = new Map<string, string[]>()
  const add = (lists: Map<string, string[]>, key: string, name: string) =>
    lists.set(key, [...(lists.get(key) ?? []), name])
  for (const [id, { from, to }] of wanted) {
    const source = steps.get(from)
    if (actual.has(id) || source === undefined) continue
    const ends = source.next?.length === 1 && source.next[0] === END
    if (source.type !== 'DECISION' && (ends || roots.has(to))) add(nexts, from, to)
    else add(waits, to, from)
  }
  for (const to of new Set([...waits.keys(), ...[...nexts.values()].flat()])) {
    const above = orderEdge(flow.incoming(to))?.from
    if (above !== undefined && !nexts.has(above)) waits.set(to, [above, ...(waits.get(to) ?? [])])
  }
  const onward = [...nexts].map(([from, targets]): FlowChange => {
    const follower = orderEdge(flow.outgoing(from))?.to
    const before = (steps.get(from)?.next ?? []).filter((name) => name !== END)
    return { step: from, key: 'next', names: [...(follower === undefined ? before : [follower]), ...targets] }
  })
  const waiting = [...waits].map(([to, sources]): FlowChange => {
    return { step: to, key: 'dependencies', names: [...(steps.get(to)?.dependencies ?? []), ...sources] }
  })
  return [...onward, ...waiting]
}

function orderEdge(edges: readonly FlowEdge[]): FlowEdge | undefined {
  return edges.find((edge) => edge.kind === 'order')
}

/** The last change of each key. */
function merged(changes: readonly FlowChange[]): readonly FlowChange[] {
  return [...new Map(changes.map((change) => [`${change.key} ${change.step}`, change])).values()]
}

function isNormal(edge: FlowEdge): boolean {
  return edge.kind !== 'route' && edge.kind !== 'failure'
}
