import type { ControlFlow } from '#core/definition/control-flow.ts'
import { END } from '#core/definition/definition.ts'
import { isJsonList, type JsonObject } from '#core/json.ts'
import type { NewEdge } from '../../edit.ts'
import type { EdgeRef } from '../../graph.ts'
import type { Draft } from '../draft/edit-draft.ts'
import { placeKey } from '../raw/key-order.ts'
import { addRoute, retarget } from '../raw/raw-routes.ts'
import { mapStep, nameOf, namesIn, stepNamed, stepsOf, withKey, writtenNames } from '../raw/raw-step.ts'

/**
 * Writes a new edge where it changes the fewest lines; `settle` does the rest. `instead` is the target of the edge that
 * the new one replaces.
 */
export function drawEdge(draft: Draft, root: JsonObject, edge: NewEdge, instead?: string): JsonObject {
  if (edge.kind === 'route') return mapStep(root, edge.from, (step) => addRoute(step, edge.to, edge.condition))
  if (edge.kind === 'failure') {
    return mapStep(root, edge.from, (step) => placeKey(step, 'on_failure', { target_step: edge.to }))
  }
  return drawNormal(draft, root, edge.from, edge.to, instead)
}

/** Removes an edge from the data; `settle` cuts an edge that comes from the order of the text. */
export function eraseEdge(root: JsonObject, { from, to, kind }: EdgeRef): JsonObject {
  if (kind === 'route') return mapStep(root, from, (step) => retarget(step, to, null))
  if (kind === 'failure') return mapStep(root, from, (step) => withKey(step, 'on_failure', undefined))
  const cut = mapStep(root, from, (step) => {
    const names = namesIn(step.next)
    return names.includes(to)
      ? withNext(
          step,
          names.filter((name) => name !== to),
        )
      : step
  })
  return mapStep(cut, to, (step) => {
    const names = namesIn(step.dependencies)
    if (!names.includes(from)) return step
    const left = names.filter((name) => name !== from)
    return withKey(step, 'dependencies', left.length === 0 ? undefined : left)
  })
}

/** Sets `next` to these names; without names the branch ends. */
export function withNext(step: JsonObject, names: readonly string[]): JsonObject {
  return placeKey(step, 'next', writtenNames(names.length === 0 ? [END] : names, step.next))
}

function drawNormal(draft: Draft, root: JsonObject, from: string, to: string, instead: string | undefined): JsonObject {
  const [source, target] = [stepNamed(root, from), stepNamed(root, to)]
  const next = namesIn(source.next).filter((name) => name !== END)
  const endsHere = source.next !== undefined && next.length === 0
  const above = draft.flow.incoming(to).find((edge) => edge.kind === 'order' && edge.from !== from)?.from
  const dependencies = namesIn(target.dependencies)
  if (!endsHere && (dependencies.length > 0 || above !== undefined)) {
    const names = dependencies.length > 0 ? dependencies : [above as string]
    return mapStep(root, to, (step) => placeKey(step, 'dependencies', [...names, from]))
  }
  // An empty list made the target a root. The target now depends on the source, unless it leads there.
  const rooted = isJsonList(target.dependencies) && dependencies.length === 0
  const waits = rooted && draft.flow.incoming(to).length === 0 && !leadsTo(draft.flow, to, from)
  const freed = waits ? mapStep(root, to, (step) => withKey(step, 'dependencies', undefined)) : root
  if (waits && source.next === undefined && isRightBelow(root, from, to)) return freed
  const followers = draft.flow
    .outgoing(from)
    .filter((edge) => edge.kind === 'order' && edge.to !== to && edge.to !== instead)
  const names = source.next === undefined ? followers.map((edge) => edge.to) : next
  return mapStep(freed, from, (step) => withNext(step, [...names, to]))
}

function leadsTo(flow: ControlFlow, from: string, to: string): boolean {
  const seen = new Set([from])
  for (const name of seen) for (const edge of flow.outgoing(name)) seen.add(edge.to)
  return seen.has(to)
}

function isRightBelow(root: JsonObject, from: string, to: string): boolean {
  const names = stepsOf(root).map(nameOf)
  const index = names.indexOf(from)
  return index !== -1 && names[index + 1] === to
}
