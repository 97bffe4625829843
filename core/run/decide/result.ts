import type { StepCommon } from '#core/definition/definition.ts'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { changesOf } from '../evolve/data.ts'
import type { Change } from '../words.ts'
import { type Failure, finalFailure } from './failure/failure.ts'

export type Changes =
  | { readonly ok: true; readonly changes: readonly Change[] }
  | { readonly ok: false; readonly failure: Failure }

/**
 * The changes that a result makes to `state`. With `output_key`, the result is assigned there; otherwise an object is
 * merged, shallow. A null result changes nothing; any other value needs an `output_key`.
 */
export function changesOfResult(step: StepCommon, result: Json, data: JsonObject): Changes {
  // Results of the parts of an AI step are for its model alone.
  if (step.agent !== undefined) return { ok: true, changes: [] }
  if (step.output_key !== undefined) return assignment(step.output_key, result, data)
  if (result === null) return { ok: true, changes: [] }
  if (isJsonObject(result)) return { ok: true, changes: changesOf(result) }
  const kind = Array.isArray(result) ? 'a list' : `a ${typeof result}`
  const message = `The result of ${step.name} is ${kind}, so it cannot be merged into the state. Set an output_key for the step.`
  return { ok: false, failure: finalFailure('OUTPUT_KEY_REQUIRED', message) }
}

/**
 * One assignment by a written path (`a.b`). Values on the way must be objects, null or absent, so that a list is not
 * overwritten by mistake.
 */
export function assignment(path: string, value: Json, data: JsonObject): Changes {
  const keys = path.split('.')
  if (keys.some((key) => key === '' || key === '__proto__')) return invalidPath(path, 'it is not a path of names')
  let target: Json | undefined = data
  for (const key of keys.slice(0, -1)) {
    target = isJsonObject(target) && Object.hasOwn(target, key) ? target[key] : undefined
    if (target === undefined || target === null) break
    if (!isJsonObject(target)) return invalidPath(path, `${key} is not an object`)
  }
  return { ok: true, changes: [[keys, value]] }
}

function invalidPath(path: string, why: string): Changes {
  return { ok: false, failure: finalFailure('STATE_PATH_INVALID', `state.${path} cannot be set: ${why}.`) }
}
