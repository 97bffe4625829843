import type { Json, JsonObject } from '#core/json.ts'

/** What an expression may read. It is looked at by own keys only: `constructor` and its like are no names here. */
export interface Scope {
  readonly input: Json
  readonly state: Json
  /** What each step gave: its `output`, what else it has, and of one that was skipped less. */
  readonly steps: { readonly [step: string]: JsonObject }
  /** The element that an iterating step is at, and its place from 0. */
  readonly item?: Json
  readonly index?: number
  readonly run: Json
  /** Further names, such as the `item_var_name` of a loop; they come before those of `state`. */
  readonly names?: { readonly [name: string]: Json }
}

export const rootNames = ['input', 'state', 'steps', 'item', 'index', 'run'] as const
export type RootName = (typeof rootNames)[number]

export function isRootName(name: string): name is RootName {
  return (rootNames as readonly string[]).includes(name)
}
