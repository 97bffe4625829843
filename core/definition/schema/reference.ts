import { isJsonObject, type Json, type JsonSchema } from '#core/json.ts'

/** The schema that a `$ref` refers to: within the same document only, by pointer or anchor. */
export function resolveReference(
  root: JsonSchema,
  reference: string,
  anchors: ReadonlyMap<string, Json>,
): Json | undefined {
  if (reference === '#') return root
  if (!reference.startsWith('#')) return undefined
  if (!reference.startsWith('#/')) return anchors.get(reference.slice(1))
  let value: Json | undefined = root
  for (const part of reference.slice(2).split('/')) value = step(value, decode(part))
  return value
}

/** Schemas by their `$anchor`, wherever they stand. */
export function anchorsOf(root: JsonSchema): ReadonlyMap<string, Json> {
  const anchors = new Map<string, Json>()
  const open: Json[] = [root]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    // Pushed one by one: a list may be longer than the argument limit of a call.
    if (Array.isArray(value)) for (const entry of value as readonly Json[]) open.push(entry)
    else if (isJsonObject(value)) {
      for (const key of ['$anchor', '$dynamicAnchor']) {
        const name = value[key]
        if (typeof name === 'string' && !anchors.has(name)) anchors.set(name, value)
      }
      for (const entry of Object.values(value)) open.push(entry)
    }
  }
  return anchors
}

function step(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[])[Number(key)]
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return part
  }
}
