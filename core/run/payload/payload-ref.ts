import { isJsonList, isJsonObject, type Json } from '../../json.ts'

/** A reference in a history to an offloaded large value: the hash and the length of its JSON. */
export interface PayloadRef {
  readonly payload_ref: { readonly sha256: string; readonly bytes: number }
}

/** Keys and indexes that lead to a value. */
export type JsonPath = readonly (string | number)[]

/**
 * The paths of the references in an event or a state with offloaded parts, written beside its own fields. A value
 * returned by a function that only looks like a reference is not among them.
 */
export interface WithRefs {
  readonly refs?: readonly JsonPath[]
}

/** Whether the text is a hash that names an offloaded value. */
export const isPayloadHash = (text: string) => /^[0-9a-f]{64}$/.test(text)

/** The reference that the value looks like; for display, not to be relied on. */
export function payloadRefOf(value: Json | undefined): PayloadRef['payload_ref'] | null {
  return isJsonObject(value) && Object.keys(value).length === 1 ? refAt(value.payload_ref) : null
}

function refAt(ref: Json | undefined): PayloadRef['payload_ref'] | null {
  if (!isJsonObject(ref)) return null
  const { sha256, bytes } = ref
  return typeof sha256 === 'string' && isPayloadHash(sha256) && typeof bytes === 'number' ? { sha256, bytes } : null
}

/** A reference and its path in a value. */
export interface PlacedRef {
  readonly path: JsonPath
  readonly sha256: string
  readonly bytes: number
}

/**
 * The references in a value, as far as their shape tells. In a state that begins with a reference and was written to by
 * steps, these writes stand beside the reference.
 */
export function refsIn(value: Json | undefined, path: JsonPath = []): readonly PlacedRef[] {
  if (typeof value !== 'object' || value === null) return []
  if (isJsonList(value)) return value.flatMap((part, place) => refsIn(part, [...path, place]))
  return Object.entries(value).flatMap(([key, part]) => {
    const ref = refUnder(key, part)
    return ref === null ? refsIn(part, [...path, key]) : [{ path, ...ref }]
  })
}

/** The reference in this member of an object, whatever the other members. */
export function refUnder(key: string, member: Json): PayloadRef['payload_ref'] | null {
  return key === 'payload_ref' ? refAt(member) : null
}

/** The value with its references replaced from `values`, by hash; the value itself if `values` is empty. */
export function withValues(value: Json, values: ReadonlyMap<string, Json>): Json {
  if (typeof value !== 'object' || value === null || values.size === 0) return value
  const ref = payloadRefOf(value)
  if (ref !== null) return values.get(ref.sha256) ?? value
  return isJsonList(value)
    ? value.map((part) => withValues(part, values))
    : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withValues(part, values)]))
}
