import type { JsonObject } from '../../json.ts'
import type { Merging } from './conflict.ts'
import { mergeValues } from './merge-values.ts'
import type { Three } from './readings.ts'

/**
 * The data of the side that removed steps which stay, as if it had never removed them. The removal also cut the routes,
 * positions and memberships that refer to the steps, which was not a change by intent. `cut` is the base without these
 * steps; the side's other changes stay. Total.
 */
export function withoutCuts({ base, cut, remover }: Record<'base' | 'cut' | 'remover', JsonObject>): JsonObject {
  const versions: Three<JsonObject> = { base: cut, mine: remover, theirs: base }
  return mergeValues(unasked(), [], versions) as JsonObject
}

/**
 * Where the side changed a cut value as well, both values are kept, or the base's wins: this is no conflict between
 * people.
 */
const unasked = (): Merging => ({ conflicts: [], placed: [], choose: ({ both }) => (both ? 'both' : 'mine') })
