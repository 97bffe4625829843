import { END } from '#core/definition/definition.ts'
import { isJsonObject, type JsonObject } from '#core/json.ts'
import { type Edit, refuse } from '../../edit.ts'
import { type NormalEdge, normalId } from '../../flow/settle.ts'
import type { Graph } from '../../graph.ts'
import { canRemove } from '../../rules.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { withNext } from '../edges/draw-edge.ts'
import { leaveGroups } from '../layout/groups.ts'
import { unplace } from '../layout/positions.ts'
import { rawRoutes, retarget } from '../raw/raw-routes.ts'
import { mapSteps, namesIn, stepsOf, withKey, withSteps } from '../raw/raw-step.ts'

/**
 * Removes steps with their comments, positions and edges. With `bridge`, their predecessors lead to their successors:
 * by all normal edges of a step, and by the default route of a DECISION. Routes to them keep their conditions.
 */
export function removeSteps(draft: Draft, edit: Extract<Edit, { type: 'remove_steps' }>): Outcomes {
  const permission = canRemove(draft.graph, edit.steps)
  if (!permission.allowed) return refuse('step_missing', permission.reason)
  const gone = new Set(edit.steps)
  const bridges = edit.bridge === true ? successors(draft.graph, gone) : new Map<string, readonly string[]>()
  const wanted = new Map<string, NormalEdge>()
  // A normal edge from a DECISION needs `dependencies`, and these would end a root.
  const decisions = new Set(draft.definition.steps.flatMap(({ type, name }) => (type === 'DECISION' ? [name] : [])))
  const roots = new Set(draft.flow.roots)
  const want = (edge: NormalEdge) => wanted.set(normalId(edge), edge)
  for (const [id, edge] of draft.normal) {
    const { from, to } = edge
    if (gone.has(from)) continue
    if (!gone.has(to)) wanted.set(id, edge)
    else {
      for (const onward of bridges.get(to) ?? []) {
        if (onward !== from && !(decisions.has(from) && roots.has(onward))) want({ from, to: onward })
      }
    }
  }
  const steps = stepsOf(draft.root).filter((_, index) => !gone.has(draft.definition.steps[index]?.name as string))
  const left = mapSteps(withSteps(draft.root, steps), (step) => withoutReferences(step, gone, bridges))
  return { ok: true, root: unplace(leaveGroups(left, gone), gone), wanted }
}

function withoutReferences(
  step: JsonObject,
  gone: ReadonlySet<string>,
  bridges: ReadonlyMap<string, readonly string[]>,
): JsonObject {
  let changed = step
  const onward = (name: string) =>
    gone.has(name) ? (bridges.get(name) ?? []).filter((to) => to !== step.name) : [name]
  // A route to the last step of a branch keeps its condition, and ends there.
  const endOf = (name: string) => (bridges.get(name)?.length === 0 ? END : null)
  const next = namesIn(step.next)
  if (step.type !== 'DECISION' && next.some((name) => gone.has(name))) {
    changed = withNext(changed, [...new Set(next.flatMap(onward))])
  }
  const dependencies = namesIn(step.dependencies)
  const kept = dependencies.filter((name) => !gone.has(name))
  if (kept.length < dependencies.length)
    changed = withKey(changed, 'dependencies', kept.length === 0 ? undefined : kept)
  const targets = step.type === 'DECISION' ? rawRoutes(step).map((route) => route.target) : []
  for (const name of new Set(targets))
    if (gone.has(name)) changed = retarget(changed, name, onward(name)[0] ?? endOf(name))
  const failure = isJsonObject(step.on_failure) ? step.on_failure.target_step : undefined
  if (typeof failure === 'string' && gone.has(failure)) {
    const target = onward(failure)[0]
    changed = withKey(changed, 'on_failure', target === undefined ? undefined : { target_step: target })
  }
  return changed
}

/** The remaining successors of each removed step, through other removed steps. */
function successors(graph: Graph, gone: ReadonlySet<string>): Map<string, readonly string[]> {
  const out = new Map<string, string[]>()
  const steps = new Map(graph.nodes.map(({ id, step }) => [id, step]))
  for (const { source, target, kind, routes } of graph.edges) {
    const step = steps.get(source)
    const isDefault = step?.type === 'DECISION' && routes?.some((route) => step.routes[route]?.condition === undefined)
    if (kind === 'normal' || isDefault) out.set(source, [...(out.get(source) ?? []), target])
  }
  const found = new Map<string, readonly string[]>()
  for (const name of gone) {
    const seen = new Set([name])
    for (const passed of seen) if (gone.has(passed)) for (const next of out.get(passed) ?? []) seen.add(next)
    found.set(
      name,
      [...seen].filter((reached) => !gone.has(reached)),
    )
  }
  return found
}
