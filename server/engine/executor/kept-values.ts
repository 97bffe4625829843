import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { replaceOffloaded } from '../payload/large-parts.ts'
import type { FunctionRequest } from '../ports.ts'
import type { Part, ToHost } from './messages.ts'

/** OffloadedPayloads values occur in many calls and may be long: a thread gets each of them once. */
export interface KeptValues {
  /**
   * Shortens a call by the values that the thread has; a value that it does not have is sent first. These are the large
   * values that are stored for the run, or else input and state, which the calls of a list have in common.
   */
  shorten(request: FunctionRequest): Pick<Extract<ToHost, { readonly start: unknown }>, 'start' | 'shared' | 'parts'>
}

/** Most values that a thread keeps, by number. */
const VALUES_KEPT = 16
/** Most values that one call refers to: one of them must not be dropped to make room for another. */
const PARTS_OF_CALL = 8

export function createKeptValues(send: (message: ToHost) => void): KeptValues {
  const kept = new Map<Json, number>()
  let count = 0

  const numberOf = (value: Json): number => {
    const known = kept.get(value)
    if (known !== undefined) {
      // The map is ordered by last use: the least recently used value is dropped first.
      kept.delete(value)
      kept.set(value, known)
      return known
    }
    count += 1
    kept.set(value, count)
    send({ keep: count, value })
    const [oldest] = kept
    if (oldest && kept.size > VALUES_KEPT) {
      kept.delete(oldest[0])
      send({ drop: oldest[1] })
    }
    return count
  }

  return {
    shorten(whole) {
      if (!whole.offloaded && whole.each === undefined) return { start: whole }
      const { offloaded: stored, ...request } = whole
      const { input, state, with: given, result } = request
      if (!stored) {
        const shared = { input: numberOf(input), state: numberOf(state) }
        return { start: { ...request, input: null, state: null }, shared }
      }
      const parts: Part[] = []
      const shared = new Set<Json>()
      const values = { input, state, with: given, ...(result !== undefined && { result }) }
      const short = replaceOffloaded(values, limits.run.inlineCharacters, stored, (value, path) => {
        if (!shared.has(value) && shared.size === PARTS_OF_CALL) return value
        shared.add(value)
        parts.push([path, numberOf(value)])
        return null
      })
      return { start: { ...request, ...short }, parts }
    },
  }
}
