import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Json } from '#core/json.ts'
import type { Each } from '../effect.ts'
import { type RunState, stepState } from '../state.ts'

/** The current item of a step within a loop, and the number of the round. */
export function eachOf(executable: ExecutableDefinition, state: RunState, name: string): Each | undefined {
  const loop = executable.loopOf(name)
  const rounds = loop === undefined ? undefined : stepState(state, loop.name)?.rounds
  if (rounds === undefined) return undefined
  const item = rounds.items?.[rounds.round]
  return { index: rounds.round, ...(item !== undefined && { item }) }
}

/** The items of the loops around a step, by their names in the loops; an inner loop hides an outer one. */
export function itemNames(
  executable: ExecutableDefinition,
  state: RunState,
  name: string,
): { readonly [name: string]: Json } {
  const names: Record<string, Json> = {}
  for (const loop of executable.loopsAround(name)) {
    const rounds = stepState(state, loop.name)?.rounds
    const item = rounds?.items?.[rounds.round]
    if (item !== undefined && loop.item_var_name !== undefined) names[loop.item_var_name] = item
  }
  return names
}
