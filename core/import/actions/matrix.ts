import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'

/** More combinations than this are no matrix any more. */
const most = 256

/** The combinations of a matrix; null where they are not all written down. */
export function combinations(matrix: Json): readonly JsonObject[] | null {
  if (!isJsonObject(matrix)) return null
  const { include = [], exclude = [], ...axes } = matrix
  let found: readonly JsonObject[] = Object.keys(axes).length === 0 ? [] : [{}]
  for (const [name, values] of Object.entries(axes)) {
    if (!isJsonList(values) || found.length * values.length > most) return null
    found = found.flatMap((one) => values.map((value) => ({ ...one, [name]: value })))
  }
  if (!isJsonList(include) || !isJsonList(exclude)) return null
  const excluded = exclude.filter(isJsonObject)
  const kept = found.filter((one) => !excluded.some((other) => agrees(one, other)))
  return [...kept, ...include.filter(isJsonObject)]
}

function agrees(one: JsonObject, other: JsonObject): boolean {
  return Object.entries(other).every(([name, value]) => JSON.stringify(one[name]) === JSON.stringify(value))
}
