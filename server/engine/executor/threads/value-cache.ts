import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { replaceOffloaded } from '../../payload/large-parts.ts'
import type { FunctionRequest } from '../../ports.ts'
import { tuning } from '../tuning.ts'
import type { Part, ToHost } from './messages.ts'

/**
 * The engine's index of the values that a thread has cached. A value that occurs in many calls may be long: a thread
 * gets it once.
 */
export interface ValueCache {
  /**
   * Shortens a call by the values that the thread has; a value that it does not have is sent first. These are the large
   * values that are stored for the run, or else input and state, which the calls of a list have in common.
   */
  shorten(request: FunctionRequest): Pick<Extract<ToHost, { readonly start: unknown }>, 'start' | 'shared' | 'parts'>
}

export function createValueCache(send: (message: ToHost) => void): ValueCache {
  const cached = new Map<Json, number>()
  let count = 0

  const numberOf = (value: Json): number => {
    const known = cached.get(value)
    if (known !== undefined) {
      // The map is ordered by last use: the least recently used value is evicted first.
      cached.delete(value)
      cached.set(value, known)
      return known
    }
    count += 1
    cached.set(value, count)
    send({ cache: count, value })
    const [oldest] = cached
    if (oldest && cached.size > tuning.cachedValues) {
      cached.delete(oldest[0])
      send({ evict: oldest[1] })
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
        if (!shared.has(value) && shared.size === tuning.cachedValuesPerCall) return value
        shared.add(value)
        parts.push([path, numberOf(value)])
        return null
      })
      return { start: { ...request, ...short }, parts }
    },
  }
}
