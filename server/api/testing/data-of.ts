import type { JsonObject } from '#core/json.ts'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import { initialState } from '#core/run/state.ts'

/** The data of a run after these events, which are all of it so far. */
export function dataOf({ events }: { readonly events: readonly RunEvent[] }): JsonObject {
  return fold(initialState(), events).data
}
