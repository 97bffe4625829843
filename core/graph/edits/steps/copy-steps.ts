import { END } from '#core/definition/definition.ts'
import { isJsonObject, type JsonObject } from '#core/json.ts'
import { type NormalEdge, normalId } from '../../flow/settle.ts'
import type { Notes } from '../../notes.ts'
import { rawRoutes, retarget } from '../raw/raw-routes.ts'
import { namesIn, stepNames, stepsOf, withKey, writtenNames } from '../raw/raw-step.ts'
import { renameSteps } from '../rename/rename-step.ts'
import { uniqueName } from './names.ts'

export interface Copies {
  readonly steps: readonly JsonObject[]
  /** The new name of each copied step. */
  readonly names: ReadonlyMap<string, string>
}

/**
 * Steps under new names. References among them follow the rename. `next`, dependencies and failure edges that lead out
 * of the group are dropped; routes are dropped too unless their target is one of `known`, because a condition is
 * content and an edge is not.
 */
export function copySteps(
  originals: readonly JsonObject[],
  taken: ReadonlySet<string>,
  known: ReadonlySet<string>,
): Copies {
  const names = new Map<string, string>()
  const used = new Set(taken)
  for (const name of stepNames({ steps: originals })) {
    const fresh = uniqueName(name, used)
    names.set(name, fresh)
    used.add(fresh)
  }
  const steps = stepsOf(renameSteps({ steps: originals }, names)) as readonly JsonObject[]
  const inside = new Set(steps.map((step) => String(step.name)))
  return { steps: steps.map((step) => withinGroup(step, inside, known)), names }
}

/** The normal edges among the originals, between their copies. */
export function copiedEdges(edges: Iterable<NormalEdge>, names: ReadonlyMap<string, string>): Map<string, NormalEdge> {
  const copied = new Map<string, NormalEdge>()
  for (const edge of edges) {
    const [from, to] = [names.get(edge.from), names.get(edge.to)]
    if (from !== undefined && to !== undefined) copied.set(normalId({ from, to }), { from, to })
  }
  return copied
}

/** The notes of the originals, by the names of the copies. */
export function copiedNotes({ ofSteps }: Notes, names: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(
    [...names].flatMap(([from, to]) => {
      const note = ofSteps.get(from)
      return note === undefined ? [] : [[to, note.text] as const]
    }),
  )
}

function withinGroup(copy: JsonObject, inside: ReadonlySet<string>, known: ReadonlySet<string>): JsonObject {
  let step = copy
  for (const key of ['next', 'dependencies']) {
    const before = namesIn(step[key])
    const names = before.filter((name) => inside.has(name) || (key === 'next' && name === END))
    if (names.length < before.length)
      step = withKey(step, key, names.length === 0 ? undefined : writtenNames(names, step[key]))
  }
  const targets = step.type === 'DECISION' ? rawRoutes(step).map((route) => route.target) : []
  for (const name of new Set(targets)) {
    if (name !== END && !inside.has(name) && !known.has(name)) step = retarget(step, name, null)
  }
  const failure = isJsonObject(step.on_failure) ? step.on_failure.target_step : undefined
  return typeof failure === 'string' && !inside.has(failure) ? withKey(step, 'on_failure', undefined) : step
}
