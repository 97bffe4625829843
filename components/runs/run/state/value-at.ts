import { limits } from '#core/limits.ts'
import type { ValueCondition } from '#core/run/search/value-condition.ts'

/**
 * The search condition for runs with this value. List indexes are left out, because a search matches any element of a
 * list. Null where no condition would find the value: directly in a list at the top, too deep, or in lists of lists.
 */
export function valueAt(
  source: 'input' | 'state',
  at: readonly (string | number)[],
  value: ValueCondition['value'],
): ValueCondition | null {
  if (at.length > limits.search.depth) return null
  const path: string[] = []
  let lists = 0
  for (const key of at) {
    if (typeof key === 'string') {
      // A search looks into one list level only.
      if (lists > 1) return null
      lists = 0
      path.push(key)
    } else lists += 1
  }
  return path.length === 0 || lists > 2 ? null : { in: source, path, is: '=', value }
}
