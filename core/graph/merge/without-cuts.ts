import type { JsonObject } from '../../json.ts'
import type { Merging } from './conflict.ts'
import { mergeValues } from './merge-values.ts'
import type { Three } from './readings.ts'

/**
 * What the remover of steps that stay says, as if the steps had never been taken
 * out: taking them out also cut the routes, places and memberships that name
 * them, and nobody wanted those gone by themselves. `cut` is the base without
 * these steps; what else the remover did since then stays. Total.
 */
export function withoutCuts({ base, cut, remover }: Record<'base' | 'cut' | 'remover', JsonObject>): JsonObject {
  const versions: Three<JsonObject> = { base: cut, mine: remover, theirs: base }
  return mergeValues(unasked(), [], versions) as JsonObject
}

/** Where the remover changed what was cut as well, both are had, or theirs stands: it is no conflict between people. */
const unasked = (): Merging => ({ conflicts: [], placed: [], choose: ({ both }) => (both ? 'both' : 'mine') })
