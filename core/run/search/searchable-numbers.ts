import { isJsonList, isJsonObject, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'

/** The distinct numbers at one path; in a list, each element matches. */
export interface NumbersOfPath {
  readonly path: readonly string[]
  readonly values: readonly number[]
}

/** The numbers in searchable values, by path: as many as are indexed (`more` tells whether there are others). */
export function numbersWithin(searchables: readonly Json[]): {
  readonly numbers: readonly NumbersOfPath[]
  readonly more: boolean
} {
  const found = new Map<string, { readonly path: readonly string[]; readonly values: Set<number> }>()
  let room: number = limits.search.numbers
  let more = false
  const keep = (path: readonly string[], value: number) => {
    const key = JSON.stringify(path)
    const here = found.get(key) ?? { path, values: new Set() }
    if (here.values.has(value)) return
    if (room === 0) {
      more = true
      return
    }
    room -= 1
    here.values.add(value)
    found.set(key, here)
  }
  const visit = (value: Json, path: readonly string[]) => {
    if (typeof value === 'number') keep(path, value)
    else if (isJsonList(value)) for (const element of value) visit(element, path)
    else if (isJsonObject(value)) for (const [key, member] of Object.entries(value)) visit(member, [...path, key])
  }
  for (const value of searchables) visit(value, [])
  return { numbers: [...found.values()].map(({ path, values }) => ({ path, values: [...values] })), more }
}
