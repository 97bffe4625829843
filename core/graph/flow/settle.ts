import { controlFlow, type FlowEdge } from '#core/definition/control-flow.ts'
import { type Definition, END, type Step } from '#core/definition/definition.ts'
import { edgeId } from '../graph.ts'

/** `next` or `dependencies` of one step, to be written out; an empty list of dependencies makes a root. */
export interface FlowChange {
  readonly step: string
  readonly key: 'next' | 'dependencies'
  readonly names: readonly string[]
}

/** A normal edge: by order, `next` or dependency. */
export interface NormalEdge {
  readonly from: string
  readonly to: string
}

export function normalId({ from, to }: NormalEdge): string {
  return edgeId({ from, to, kind: 'normal' })
}

/** The normal edges of a definition, by id. */
export function normalEdges(definition: Definition): Map<string, NormalEdge> {
  const edges = controlFlow(definition).edges.filter(isNormal)
  return new Map(edges.map(({ from, to }) => [normalId({ from, to }), { from, to }]))
}

/**
 * What must be written out so that the normal edges of a definition are exactly
 * `wanted`. Two local moves suffice: `dependencies` of a step decide what leads
 * into it and nothing else, and `next: END` on a step that falls through cuts
 * that one edge. Lines of `fresh` steps, which are new anyway, are preferred.
 */
export function settle(
  definition: Definition,
  wanted: ReadonlyMap<string, NormalEdge>,
  fresh: ReadonlySet<string>,
): readonly FlowChange[] {
  const cuts = cutNext(definition, wanted)
  const cut = withFlow(definition, cuts)
  const flow = controlFlow(cut)
  const changes = new Map(cuts.map((change) => [`${change.key} ${change.step}`, change]))
  const sources = new Map<string, string[]>()
  for (const { from, to } of wanted.values()) sources.set(to, [...(sources.get(to) ?? []), from])
  const known = new Set(cut.steps.map(({ name }) => name))
  for (const step of cut.steps) {
    const change = enter(step, flow.incoming(step.name), sources.get(step.name) ?? [], { fresh, known })
    if (change !== null) changes.set(`${change.key} ${change.step}`, change)
  }
  return [...changes.values()]
}

/** The definition with changes made. */
export function withFlow(definition: Definition, changes: readonly FlowChange[]): Definition {
  if (changes.length === 0) return definition
  const steps = definition.steps.map((step) => {
    const own = changes.filter((change) => change.step === step.name)
    return own.length === 0 ? step : { ...step, ...Object.fromEntries(own.map(({ key, names }) => [key, names])) }
  })
  return { ...definition, steps }
}

function cutNext(definition: Definition, wanted: ReadonlyMap<string, NormalEdge>): FlowChange[] {
  const unwanted = controlFlow(definition).edges.filter(
    (edge) => isNormal(edge) && !wanted.has(normalId({ from: edge.from, to: edge.to })),
  )
  return definition.steps.flatMap((step): FlowChange[] => {
    const gone = unwanted.filter((edge) => edge.from === step.name && step.next?.includes(edge.to)).map(({ to }) => to)
    if (gone.length === 0) return []
    const names = (step.next ?? []).filter((name) => !gone.includes(name))
    return [{ step: step.name, key: 'next', names: names.length === 0 ? [END] : names }]
  })
}

/** The change after which exactly `sources` lead into a step by normal edges. */
function enter(
  step: Step,
  incoming: readonly FlowEdge[],
  sources: readonly string[],
  { fresh, known }: { readonly fresh: ReadonlySet<string>; readonly known: ReadonlySet<string> },
): FlowChange | null {
  const actual = new Set(incoming.filter(isNormal).map(({ from }) => from))
  if (actual.size === sources.length && sources.every((source) => actual.has(source))) return null
  const above = incoming.find((edge) => edge.kind === 'order')?.from
  const byNext = new Set(incoming.filter((edge) => edge.kind === 'next').map(({ from }) => from))
  const names = sources.filter((source) => !byNext.has(source))
  if (above !== undefined && names.length === 0) {
    const elsewhere = incoming.some((edge) => edge.kind !== 'order')
    if (!fresh.has(step.name) && (fresh.has(above) || elsewhere)) return { step: above, key: 'next', names: [END] }
  }
  const kept = (step.dependencies ?? []).filter((name) => names.includes(name) || !known.has(name))
  return { step: step.name, key: 'dependencies', names: [...kept, ...names.filter((name) => !kept.includes(name))] }
}

function isNormal(edge: FlowEdge): boolean {
  return edge.kind !== 'route' && edge.kind !== 'failure'
}
