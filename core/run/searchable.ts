import { isJsonList, isJsonObject, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'

/**
 * What of a run's input or state can be searched by its path: short texts,
 * numbers, truth values and null, in their places. Long texts, what lies deep
 * and whatever exceeds the budget of leaves is left out, so that one huge run
 * costs an index no more than another. Null when nothing is left.
 */
export function searchable(value: Json): Json | null {
  const budget = { leaves: limits.search.leaves }
  return prune(value, 0, budget) ?? null
}

interface Budget {
  leaves: number
}

function prune(value: Json, depth: number, budget: Budget): Json | undefined {
  if (depth > limits.search.depth || budget.leaves <= 0) return undefined
  if (isJsonList(value)) {
    const kept = value.flatMap((element) => {
      const pruned = prune(element, depth + 1, budget)
      return pruned === undefined ? [] : [pruned]
    })
    return kept.length > 0 ? kept : undefined
  }
  if (isJsonObject(value)) {
    const kept: [string, Json][] = []
    for (const [key, member] of Object.entries(value)) {
      if (!isStorable(key)) continue
      const pruned = prune(member, depth + 1, budget)
      if (pruned !== undefined) kept.push([key, pruned])
    }
    return kept.length > 0 ? Object.fromEntries(kept) : undefined
  }
  if (typeof value === 'string' && !isStorable(value)) return undefined
  budget.leaves -= 1
  return value
}

/** What the database's index of JSON takes: no NUL, no half of a surrogate pair, nothing long. */
function isStorable(text: string): boolean {
  return text.length <= limits.search.textCharacters && text.isWellFormed() && !text.includes('\0')
}
