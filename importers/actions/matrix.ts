import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'

/** Most combinations of a matrix. */
const most = 256

/**
 * The combinations of a matrix by GitHub's rules; null where they are not all literal. Each has all keys: a missing one
 * is an empty text.
 */
export function combinations(matrix: Json): readonly JsonObject[] | null {
  if (!isJsonObject(matrix) || /\$\{\{/.test(JSON.stringify(matrix))) return null
  const { include, exclude, ...axes } = matrix
  let found: readonly JsonObject[] = Object.keys(axes).length === 0 ? [] : [{}]
  for (const [name, values] of Object.entries(axes)) {
    if (!isJsonList(values) || found.length * values.length > most) return null
    found = found.flatMap((one) => values.map((value) => ({ ...one, [name]: value })))
  }
  const [added, excluded] = [include ?? [], exclude ?? []]
  if (!isJsonList(added) || !isJsonList(excluded) || added.length > most) return null
  const kept = found.filter((one) => !excluded.filter(isJsonObject).some((other) => agrees(one, other)))
  return filled(withIncluded(kept, added.filter(isJsonObject)))
}

/**
 * Merges an `include` entry into each combination whose axes it does not change, or appends it as a combination of its
 * own. Later entries may change values that earlier ones added.
 */
function withIncluded(originals: readonly JsonObject[], added: readonly JsonObject[]): readonly JsonObject[] {
  const merged: JsonObject[] = [...originals]
  const own: JsonObject[] = []
  for (const more of added) {
    const fitting = originals.flatMap((original, index) => {
      const shared = Object.entries(more).filter(([name]) => Object.hasOwn(original, name))
      return agrees(original, Object.fromEntries(shared)) ? [index] : []
    })
    for (const index of fitting) merged[index] = { ...merged[index], ...more }
    if (fitting.length === 0) own.push(more)
  }
  return [...merged, ...own]
}

function filled(rounds: readonly JsonObject[]): readonly JsonObject[] {
  const names = new Set(rounds.flatMap((one) => Object.keys(one)))
  return rounds.map((one) => Object.fromEntries([...names].map((name) => [name, one[name] ?? ''])))
}

function agrees(one: JsonObject, other: JsonObject): boolean {
  return Object.entries(other).every(([name, value]) => JSON.stringify(one[name]) === JSON.stringify(value))
}
