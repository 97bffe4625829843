import { isJsonList, isJsonObject, type Json } from '../json.ts'

/** Stands in a history for a large value, which is kept apart from it: by what the value is, as JSON, and how long that is. */
export interface PayloadRef {
  readonly payload_ref: { readonly sha256: string; readonly bytes: number }
}

/** Keys and places that lead to a value. */
export type JsonPath = readonly (string | number)[]

/**
 * What is written of an event or a state beside its own fields when parts of it
 * are kept apart: where their references stand. A value that somebody's function
 * returned and that only looks like one is not among them.
 */
export interface WithRefs {
  readonly refs?: readonly JsonPath[]
}

/** Whether this is how a value that is kept apart is named. */
export const isPayloadHash = (text: string) => /^[0-9a-f]{64}$/.test(text)

/** What the value refers to, if it looks like a reference; for showing it, not for relying on it. */
export function payloadRefOf(value: Json | undefined): PayloadRef['payload_ref'] | null {
  return isJsonObject(value) && Object.keys(value).length === 1 ? refAt(value.payload_ref) : null
}

function refAt(ref: Json | undefined): PayloadRef['payload_ref'] | null {
  if (!isJsonObject(ref)) return null
  const { sha256, bytes } = ref
  return typeof sha256 === 'string' && isPayloadHash(sha256) && typeof bytes === 'number' ? { sha256, bytes } : null
}

/** A reference, and where it stands in a value. */
export interface PlacedRef {
  readonly path: JsonPath
  readonly sha256: string
  readonly bytes: number
}

/**
 * What of a value is kept apart, as far as that can be seen. Where a state begins with a reference and steps wrote into
 * it, what they wrote stands beside the reference.
 */
export function refsIn(value: Json | undefined, path: JsonPath = []): readonly PlacedRef[] {
  if (typeof value !== 'object' || value === null) return []
  if (isJsonList(value)) return value.flatMap((part, place) => refsIn(part, [...path, place]))
  return Object.entries(value).flatMap(([key, part]) => {
    const ref = refUnder(key, part)
    return ref === null ? refsIn(part, [...path, key]) : [{ path, ...ref }]
  })
}

/** What this member of an object refers to, whatever stands beside it. */
export function refUnder(key: string, member: Json): PayloadRef['payload_ref'] | null {
  return key === 'payload_ref' ? refAt(member) : null
}

/** The value with what `values` has for its references, by hash; itself where that is nothing. */
export function withValues(value: Json, values: ReadonlyMap<string, Json>): Json {
  if (typeof value !== 'object' || value === null || values.size === 0) return value
  const ref = payloadRefOf(value)
  if (ref !== null) return values.get(ref.sha256) ?? value
  return isJsonList(value)
    ? value.map((part) => withValues(part, values))
    : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withValues(part, values)]))
}
