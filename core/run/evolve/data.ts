import { type Json, type JsonObject, objectOf } from '#core/json.ts'
import type { Write } from '../step-state.ts'
import type { Change } from '../words.ts'
import type { MutableState } from './mutable-state.ts'

/** `data` after the assignments, in order. Values on the way that are no objects are replaced by objects. */
export function withChanges(data: JsonObject, changes: readonly Change[]): JsonObject {
  if (changes.length === 0) return data
  const next: Record<string, Json> = { ...data }
  for (const [path, value] of changes) {
    const key = path[0] as string
    next[key] = path.length === 1 ? value : assign(own(next, key), path.slice(1), value)
  }
  return next
}

function assign(target: Json | undefined, path: readonly string[], value: Json): Json {
  const [key, ...rest] = path
  if (key === undefined) return value
  const object = objectOf(target)
  return { ...object, [key]: assign(own(object, key), rest, value) }
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/**
 * The properties of an object as assignments. `__proto__` is left out: assigning it would change an object's prototype.
 */
export function changesOf(value: JsonObject): readonly Change[] {
  const changes: Change[] = []
  for (const [key, property] of Object.entries(value)) if (key !== '__proto__') changes.push([[key], property])
  return changes
}

/**
 * Assigns, and records the writing step, so that a retry can take the step's results back. A later assignment by the
 * same step to the same path replaces the earlier one, so that the record does not grow with the iterations of a loop.
 */
export function applyChanges(nextState: MutableState, step: string, changes: readonly Change[] | undefined): void {
  if (changes === undefined || changes.length === 0) return
  nextState.data = withChanges(nextState.data, changes)
  const latest = new Map<string, Write>()
  const earlier = Object.hasOwn(nextState.writes, step) ? nextState.writes[step] : undefined
  for (const write of earlier ?? []) latest.set(pathKey(write.path), write)
  for (const [path, value] of changes) {
    const key = pathKey(path)
    latest.delete(key)
    nextState.writeCount += 1
    latest.set(key, { path, value, order: nextState.writeCount })
  }
  nextState.writes[step] = [...latest.values()]
}

/** Takes the results of some steps out of `data`. */
export function forget(nextState: MutableState, steps: readonly string[]): void {
  for (const step of steps) {
    delete nextState.writes[step]
    delete nextState.outputs[step]
    delete nextState.decisions[step]
  }
  rewriteData(nextState)
}

/** Rebuilds `data` from the input and the recorded assignments, in their order. */
export function rewriteData(nextState: MutableState): void {
  const kept = Object.values(nextState.writes)
    .flat()
    .sort((a, b) => a.order - b.order)
  nextState.data = withChanges(
    initialData(nextState.header.input),
    kept.map((write) => [write.path, write.value]),
  )
}

/** `state` begins as a copy of the input. */
export function initialData(input: Json): JsonObject {
  return objectOf(input)
}

/** Keys may hold dots, but not this. */
function pathKey(path: readonly string[]): string {
  return path.length === 1 ? (path[0] as string) : path.join('\u0000')
}
