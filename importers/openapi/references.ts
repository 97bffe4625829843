import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'

/** The references of a document, which lead from one place of it to another. */
export interface References {
  /** The first reference that leads out of the document; null where there is none. */
  outside(): string | null
  /** The value that a reference leads to, itself no reference; undefined where it leads nowhere or in a circle. */
  resolve(value: Json | undefined): Json | undefined
  /** The references that led nowhere so far. */
  unresolved(): readonly string[]
  /** Counts properties that are looked at; false once the document has used up its bound, because references multiply. */
  spend(properties: number): boolean
}

/** References that lead to references, one after the other. */
const mostSteps = 20

export function createReferences(root: JsonObject): References {
  let left: number = limits.connectors.properties
  const unresolved = new Set<string>()
  return {
    spend(properties) {
      left -= properties
      return left >= 0
    },
    outside() {
      const open: Json[] = [root]
      for (let value = open.pop(); value !== undefined; value = open.pop()) {
        // Arguments of a call are bounded in number, items are not.
        if (isJsonList(value)) for (const item of value) open.push(item)
        else if (isJsonObject(value)) {
          const { $ref } = value
          if (typeof $ref === 'string' && !$ref.startsWith('#')) return $ref.slice(0, 200)
          for (const item of Object.values(value)) open.push(item)
        }
      }
      return null
    },
    unresolved: () => [...unresolved],
    resolve(value) {
      let found = value
      for (let step = 0; step < mostSteps; step += 1) {
        if (!isJsonObject(found) || typeof found.$ref !== 'string') return found
        found = at(root, found.$ref)
        if (found === undefined) break
      }
      const { $ref } = value as { readonly $ref: string }
      if (unresolved.size < limits.connectors.unresolved) unresolved.add($ref.slice(0, 200))
      return undefined
    },
  }
}

/** The value at a JSON pointer, such as `#/components/schemas/Order`. */
function at(root: JsonObject, reference: string): Json | undefined {
  let found: Json | undefined = root
  for (const part of reference.split('/').slice(1)) {
    const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')
    if (isJsonList(found)) found = found[Number(key)]
    else found = isJsonObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  }
  return found
}

/** A part of a reference, which is part of an address: `%7Bid%7D` for `{id}`. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
