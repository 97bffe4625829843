import type { Json, JsonObject } from '#core/json.ts'

/** The data that an expression may read. Only own keys count: `constructor` and similar names are undefined here. */
export interface Scope {
  readonly input: Json
  readonly state: Json
  /** Results of each step: its `output` and further fields; a skipped step has fewer. */
  readonly steps: { readonly [step: string]: JsonObject }
  /** The current element of an iterating step, and its index from 0. */
  readonly item?: Json
  readonly index?: number
  readonly run: Json
  /** Further names, such as the `item_var_name` of a loop; they take precedence over fields of `state`. */
  readonly names?: { readonly [name: string]: Json }
  /** What only the conditions of an envelope may read. */
  readonly world?: World
}

/** The world as a condition reads it: `now`, and the state of each resource. */
export interface World {
  /** Milliseconds since the epoch, by the database's clock. */
  readonly now: number
  /** The state of a resource; undefined where it has not been read yet. */
  resource(id: string): JsonObject | undefined
}

export const rootNames = ['input', 'state', 'steps', 'item', 'index', 'run'] as const
export type RootName = (typeof rootNames)[number]

export function isRootName(name: string): name is RootName {
  return (rootNames as readonly string[]).includes(name)
}
