import type { ContainerStep, ExecutableDefinition } from '#core/definition/executable.ts'
import type { Json } from '#core/json.ts'
import type { Each } from '../effect.ts'
import { type RunState, stepState } from '../state.ts'
import type { Looping } from '../step-state.ts'

/**
 * The current item of a step within a loop, and the number of the round; for a step that a PARALLEL step runs for each
 * item, that item and its index.
 */
export function eachOf(executable: ExecutableDefinition, state: RunState, name: string): Each | undefined {
  const around = executable.around(name)
  for (const [place, container] of [...around.entries()].reverse()) {
    const each = eachIn(executable, state, container, around[place + 1]?.name ?? name)
    if (each !== null) return each
  }
  return undefined
}

/** The items of the containers around a step, by their names there; an inner one hides an outer one. */
export function itemNames(
  executable: ExecutableDefinition,
  state: RunState,
  name: string,
): { readonly [name: string]: Json } {
  const names: Record<string, Json> = {}
  const around = executable.around(name)
  for (const [place, container] of around.entries()) {
    const item = eachIn(executable, state, container, around[place + 1]?.name ?? name)?.item
    if (item !== undefined && container.item_var_name !== undefined) names[container.item_var_name] = item
  }
  return names
}

/** `inner`: the step on the way that the container runs. Null where the container has no items: side by side. */
function eachIn(
  executable: ExecutableDefinition,
  state: RunState,
  container: ContainerStep,
  inner: string,
): Each | null {
  if (container.type === 'PARALLEL') {
    const index = executable.itemOf(inner)
    const item = index === undefined ? undefined : stepState(state, container.name)?.fan?.items?.[index]
    return index === undefined ? null : { index, ...(item !== undefined && { item }) }
  }
  // A step in the body starts only in a round.
  const { items, round } = (state.steps[container.name] as Looping).rounds
  const item = items?.[round]
  return { index: round, ...(item !== undefined && { item }) }
}
