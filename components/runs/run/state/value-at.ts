import { limits } from '#core/limits.ts'
import type { ValueCondition } from '#core/run/value-condition.ts'

/**
 * The condition that runs with this value meet: a place in a list is left out of it, as through lists any element will
 * do. Null where no condition would find it: right in a list at the top, too deep, or in lists of lists.
 */
export function valueAt(
  place: 'input' | 'state',
  at: readonly (string | number)[],
  value: ValueCondition['value'],
): ValueCondition | null {
  if (at.length > limits.search.depth) return null
  const path: string[] = []
  let lists = 0
  for (const key of at) {
    if (typeof key === 'string') {
      // A search looks into one list at a time.
      if (lists > 1) return null
      lists = 0
      path.push(key)
    } else lists += 1
  }
  return path.length === 0 || lists > 2 ? null : { in: place, path, is: '=', value }
}
