import type { Json } from '#core/json.ts'
import type { FunctionRequest } from '../ports.ts'
import type { Shared, ToHost } from './messages.ts'

/** The items of one list have one input and one state, which may be long: a thread is sent them once. */
export interface KeptValues {
  /** Under which numbers the thread knows what the calls of a list have in common; sent first if it does not. */
  share(request: FunctionRequest): Shared
}

/** Inputs and states of lists that are worked on, known to a thread by number. */
const VALUES_KEPT = 16

export function createKeptValues(send: (message: ToHost) => void): KeptValues {
  const kept = new Map<Json, number>()
  let count = 0

  const numberOf = (value: Json): number => {
    const known = kept.get(value)
    if (known !== undefined) {
      // The one that was used last is dropped last.
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

  return { share: ({ input, state }) => ({ input: numberOf(input), state: numberOf(state) }) }
}
